import { expect, test } from 'vitest';
import { errorBody, ScimError, toScimError } from '../../../facades/scim/errors.js';
import { DomainError, errorKinds } from '../../../src/errors.js';

const answered = (thrown: unknown) => {
  const { status, scimType, message, headers } = toScimError(thrown);
  return { status, scimType, message, headers };
};

test("a failure of the domain has its kind's status and its code's keyword", () => {
  expect(answered(DomainError.of('USER_NAME_TAKEN', { userName: 'ada' }))).toEqual({
    status: 409,
    scimType: 'uniqueness',
    message: 'A user named "ada" already exists in this workspace.',
    headers: {},
  });
  const statusOf = (error: DomainError) => [answered(error).status, answered(error).scimType];
  expect(statusOf(DomainError.of('VERSION_MISMATCH', { id: 'x' }))).toEqual([412, undefined]);
  expect(statusOf(DomainError.of('FEATURE_NOT_LICENSED', { feature: 'SCIM' }))).toEqual([403, undefined]);
  expect(statusOf(DomainError.of('DATABASE_UNAVAILABLE', {}))).toEqual([503, undefined]);
  expect(statusOf(DomainError.of('BODY_TOO_LARGE', { limit: '10 MB' }))).toEqual([413, undefined]);
  expect(statusOf(DomainError.of('UNSUPPORTED_MEDIA_TYPE', { expected: 'x' }))).toEqual([415, undefined]);
});

test('every code of the catalogue has a status that SCIM knows', () => {
  const known = [400, 401, 403, 404, 405, 409, 412, 413, 415, 429, 500, 502, 503, 504];
  for (const code of Object.keys(errorKinds) as (keyof typeof errorKinds)[]) {
    // No message is read here, so that no parameter is missed.
    const error = Object.create(DomainError.prototype, {
      code: { value: code },
      kind: { value: errorKinds[code] },
      params: { value: {} },
      message: { value: code },
    });
    expect(known, code).toContain(answered(error).status);
  }
});

test('what nobody expected is a 500 that tells nothing', () => {
  const secret = new Error('connection to postgres://user:password@host failed');
  const { message, ...rest } = answered(secret);
  expect(rest).toEqual({ status: 500, scimType: undefined, headers: {} });
  expect(message).not.toMatch(/postgres|password/);
});

test("the facade's own refusals pass as they are, and the body holds four members at most", () => {
  const own = new ScimError(405, undefined, 'No.', { Allow: 'GET' });
  expect(toScimError(own)).toBe(own);
  expect(own.protocolCode).toBe('405');
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  expect(errorBody(405, 'No.')).toEqual({ schemas, status: '405', detail: 'No.' });
  expect(errorBody(400, 'No.', 'invalidPath')).toEqual({
    schemas,
    status: '400',
    scimType: 'invalidPath',
    detail: 'No.',
  });
});
