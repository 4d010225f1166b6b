import type { Needs } from '../common/list.js';

/** What the fields of a user are made of, where the names differ. */
export const userNeeds: Needs = { effectivePermissions: ['status'] };
