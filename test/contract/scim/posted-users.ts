import { expect } from 'vitest';
import { type Answer, error, expectResource, type Json, list, type ScimClient, USER } from './client.js';

/** Posts a user; `schemas` is there unless it is given. */
export const postUser = (client: ScimClient, attributes: Json): Promise<Answer> =>
  client.post('/Users', { schemas: [USER], ...attributes });

/** Users whom the tests of POST send, and what must come of them. */
export class PostedUsers {
  constructor(readonly scim: ScimClient) {}

  /** Asserts that the answer shows exactly these attributes, and gives its body. */
  async accepts(attributes: Json, shown: Json = attributes, schemas = [USER]): Promise<Answer['body']> {
    const answer = await postUser(this.scim, attributes);
    return expectResource(this.scim, answer, 201, 'User', { active: true, ...shown }, schemas);
  }

  async refuses(attributes: Json, scimType: string, detail: string | RegExp): Promise<void> {
    const status = scimType === 'uniqueness' ? 409 : 400;
    expect(await postUser(this.scim, attributes)).toEqual(error(status, scimType, detail));
    expect(await this.scim.get('/Users?count=0')).toEqual(list([], { totalResults: expect.any(Number) }));
  }
}
