import { permissionFlags } from '../../src/directory/group.entity.js';
import type { Needs } from '../common/list.js';

/** What the fields of a group are made of, where the names differ. */
export const groupNeeds: Needs = { permissions: permissionFlags, members: ['type'] };
