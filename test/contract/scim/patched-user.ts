import { expect } from 'vitest';
import { type Answer, error, expectResource, type Json, one, type ScimClient, USER } from './client.js';

/** What the user of the PATCH tests shows at first. */
export const base = { userName: 'ada', active: true, name: { givenName: 'Ada' } };
export const addTitle = { op: 'add', path: 'title', value: 'T' };

/** A user whom PATCHes change, and what it must look like now. */
export class PatchedUser {
  private constructor(
    readonly scim: ScimClient,
    /** The user as the last answer showed it. */
    public body: Answer['body'],
  ) {}

  static async in(scim: ScimClient): Promise<PatchedUser> {
    return new PatchedUser(scim, await scim.user(base));
  }

  get id(): string {
    return this.body.id;
  }

  patch = (operations: unknown, headers = {}): Promise<Answer> =>
    this.scim.patch(`/Users/${this.id}`, operations, headers);

  /** Asserts that operations are refused and leave the user as it was. */
  async refuses(
    operations: unknown,
    status: number,
    scimType: string | undefined,
    detail: string | RegExp = /\S/,
  ): Promise<void> {
    const answer = await this.patch(operations);
    expect(answer, JSON.stringify(operations)).toEqual(error(status, scimType, detail));
    expect(await this.scim.get(`/Users/${this.id}`)).toEqual(one(this.body));
  }

  /** Asserts that operations succeed and the user has exactly these attributes afterwards. */
  async gives(operations: unknown, attributes: Json, schemas = [USER]): Promise<void> {
    const answer = await this.patch(operations);
    this.body = expectResource(this.scim, answer, 200, 'User', attributes, schemas);
    expect(await this.scim.get(`/Users/${this.id}`)).toEqual(one(this.body));
  }
}
