import { hash } from '@node-rs/argon2';
import { type RawBuilder, sql } from 'kysely';
import { DomainError } from '../../errors.js';
import {
  type AttributeDocument,
  isJsonObject,
  type JsonObject,
  withMember,
} from '../attributes/attribute-document.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import { type Role, roles } from '../user.entity.js';
import { displayNameKey, userNameKey } from '../user-name.js';
import type { ColumnValue, ResourceStore, StoreRow } from './resource-store.js';
import { documentColumns, indexedText, withoutAttributes } from './stored-document.js';

/** Stands in a document for a password that is set; no client can send it, for U+0000 is refused. */
const storedPassword = '\u0000stored';
const longestPassword = 1_024;
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const ownColumns = ['userName', 'externalId', 'displayName', 'active', 'password'];

/** Users: names, state, role and password have columns, the rest is a document. */
export function userStore(model: ResourceTypeModel, platformSchemaId: string): ResourceStore {
  return {
    table: 'users',
    condition: sql`true`,
    countedType: '',
    columns: sql`r.user_name, r.external_id, r.display_name, r.status, r.role,
      (r.password_hash is not null) as has_password, r.attributes`,
    toDocument: (row) => toDocument(row, platformSchemaId),
    toColumns: (document) => toColumns(model, document, platformSchemaId),
    initialColumns: [],
    name: {
      constraint: 'users_user_name_unique',
      taken: (document) => DomainError.of('USER_NAME_TAKEN', { userName: String(document.userName) }),
    },
  };
}

/** The role that a document asks for; `end-user` when it names none. Throws VALUE_INVALID. */
function roleOf(document: AttributeDocument, platformSchemaId: string): Role {
  const extension = document[platformSchemaId];
  const role = isJsonObject(extension) ? extension.role : undefined;
  if (role === undefined) return 'end-user';
  const known = roles.find((candidate) => candidate === role);
  if (known) return known;
  throw DomainError.of('VALUE_INVALID', {
    path: `${platformSchemaId}:role`,
    reason: `it must be one of ${roles.join(', ')}.`,
  });
}

function toDocument(row: StoreRow, platformSchemaId: string): AttributeDocument {
  const attributes = row.attributes as JsonObject;
  const platform = attributes[platformSchemaId];
  return {
    userName: String(row.user_name),
    ...(row.external_id === null ? {} : { externalId: String(row.external_id) }),
    ...(row.display_name === null ? {} : { displayName: String(row.display_name) }),
    active: row.status === 'active',
    ...(row.has_password ? { password: storedPassword } : {}),
    ...attributes,
    [platformSchemaId]: { ...(isJsonObject(platform) ? platform : {}), role: String(row.role) },
  };
}

async function toColumns(
  model: ResourceTypeModel,
  document: AttributeDocument,
  platformSchemaId: string,
): Promise<readonly ColumnValue[]> {
  const userName = nameOf(document);
  const displayName = indexedText('displayName', document.displayName);
  const platform = document[platformSchemaId];
  const rest = withMember(
    withoutAttributes(document, ownColumns),
    platformSchemaId,
    isJsonObject(platform) ? withMember(platform, 'role', undefined) : undefined,
  );
  return [
    ['user_name', sql`${userName}`],
    ['user_name_key', sql`${userNameKey(userName)}`],
    ['display_name', sql`${displayName}`],
    ['display_name_key', sql`${displayNameKey(displayName)}`],
    ['status', sql`${document.active === false ? 'archived' : 'active'}`],
    ['role', sql`${roleOf(document, platformSchemaId)}`],
    ...(await passwordColumn(document.password)),
    ...documentColumns(model, document, rest),
  ];
}

function nameOf(document: AttributeDocument): string {
  const userName = String(document.userName);
  const length = [...userName].length;
  if (length > 255 || unprintable.test(userName)) {
    throw DomainError.of('VALUE_INVALID', {
      path: 'userName',
      reason: 'it must be 1 to 255 printable characters.',
    });
  }
  return userName;
}

/** A password that is already stored stays as it is; hashing takes its time on purpose. */
async function passwordColumn(
  password: unknown,
): Promise<readonly (readonly [string, RawBuilder<unknown>])[]> {
  if (password === storedPassword) return [];
  if (typeof password !== 'string') return [['password_hash', sql`null`]];
  if (password === '' || password.length > longestPassword) {
    throw DomainError.of('VALUE_INVALID', {
      path: 'password',
      reason: `it must be 1 to ${longestPassword} characters.`,
    });
  }
  return [['password_hash', sql`${await hash(password)}`]];
}
