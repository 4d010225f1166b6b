import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, empty, error, GROUP, one, type ScimClient, USER } from './client.js';
import { openScim, type ScimServer } from './server.js';

let server: ScimServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await openScim();
});
afterAll(() => server.close());
beforeEach(async () => {
  scim = await server.workspace();
});

const addMember = (value: string) => [{ op: 'add', path: 'members', value: [{ value }] }];
const setTitle = (value: string) => [{ op: 'replace', path: 'title', value }];

describe('N. ETag', () => {
  test('272. every answer about one resource has its weak tag', async () => {
    const check = (answer: Answer) => {
      expect(answer.headers.etag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
      expect(answer.headers.etag).toBe(answer.body.meta.version);
      return answer.body.id;
    };
    const id = check(await scim.post('/Users', { schemas: [USER], userName: 'ada' }));
    check(await scim.get(`/Users/${id}`));
    check(await scim.put(`/Users/${id}`, { schemas: [USER], userName: 'ada', title: 'T' }));
    check(await scim.patch(`/Users/${id}`, setTitle('U')));
    const group = check(await scim.post('/Groups', { schemas: [GROUP], displayName: 'G' }));
    check(await scim.patch(`/Groups/${group}`, addMember(id)));
  });

  test('273. the version moves with every change, and only then', async () => {
    const ada = await scim.user('ada');
    const seen = [ada.meta.version];
    const record = async (answer: Promise<Answer>) => seen.push((await answer).body.meta.version);
    await record(scim.patch(`/Users/${ada.id}`, setTitle('T')));
    await record(scim.put(`/Users/${ada.id}`, { schemas: [USER], userName: 'ada' }));
    await record(scim.patch(`/Users/${ada.id}`, [{ op: 'replace', path: 'active', value: false }]));
    await record(scim.patch(`/Users/${ada.id}`, [{ op: 'add', path: 'password', value: 'Secret-12345' }]));
    expect(new Set(seen).size).toBe(5);
    await record(scim.patch(`/Users/${ada.id}`, [{ op: 'replace', path: 'active', value: false }]));
    await record(scim.put(`/Users/${ada.id}`, { schemas: [USER], userName: 'ada', active: false }));
    await record(scim.get(`/Users/${ada.id}`));
    expect(new Set(seen).size).toBe(5);

    const group = await scim.group('G');
    const versions = [group.meta.version];
    for (const operations of [
      addMember(ada.id),
      [{ op: 'remove', path: `members[value eq "${ada.id}"]` }],
      [{ op: 'replace', path: 'members', value: [{ value: ada.id }] }],
      [{ op: 'replace', path: 'displayName', value: 'g' }],
    ]) {
      versions.push((await scim.patch(`/Groups/${group.id}`, operations)).body.meta.version);
    }
    expect(new Set(versions).size).toBe(5);
    expect((await scim.patch(`/Groups/${group.id}`, addMember(ada.id))).body.meta.version).toBe(versions[4]);
  });

  test("274. a user's version does not move with its groups", async () => {
    const ada = await scim.user('ada');
    const group = await scim.group('G', [ada.id]);
    const { body } = await scim.get(`/Users/${ada.id}`);
    expect(body.groups).toHaveLength(1);
    expect(body.meta).toEqual(ada.meta);
    await scim.delete(`/Groups/${group.id}`);
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(ada));
  });

  test('275. lists of tags, * and strong forms compare weakly', async () => {
    const ada = await scim.user('ada');
    let version: string = ada.meta.version;
    const forms = [
      (tag: string) => tag,
      (tag: string) => tag.replace('W/', ''),
      (tag: string) => `"other", ${tag}, W/"more"`,
      () => '*',
    ];
    for (const [index, form] of forms.entries()) {
      const answer = await scim.patch(`/Users/${ada.id}`, setTitle(`T${index}`), {
        'if-match': form(version),
      });
      expect(answer).toEqual(one(answer.body));
      version = answer.body.meta.version;
    }
    expect(await scim.patch(`/Users/${ada.id}`, setTitle('X'), { 'if-match': ada.meta.version })).toEqual(
      error(412, undefined, ada.id),
    );
  });

  test('276. of two writers with one tag exactly one succeeds', async () => {
    const ada = await scim.user('ada');
    const headers = { 'if-match': ada.meta.version };
    const answers = await Promise.all(
      ['A', 'B', 'C', 'D'].map((title) => scim.patch(`/Users/${ada.id}`, setTitle(title), headers)),
    );
    const [winner, ...losers] = answers.sort((one, other) => one.status - other.status);
    expect(winner).toEqual(one(winner?.body));
    for (const loser of losers) expect(loser).toEqual(error(412, undefined, ada.id));
    expect(await scim.get(`/Users/${ada.id}`)).toEqual(one(winner?.body));
  });

  test('277. a workspace may want If-Match on every write', async () => {
    const ada = await scim.user('ada');
    expect(await scim.patch(`/Users/${ada.id}`, setTitle('T'))).toMatchObject({ status: 200 });
    const wanting = await server.workspace('standard', { requireIfMatch: true });
    const bob = await wanting.user('bob');
    const missing = error(428, undefined, 'If-Match');
    expect(await wanting.patch(`/Users/${bob.id}`, setTitle('T'))).toEqual(missing);
    expect(await wanting.put(`/Users/${bob.id}`, { schemas: [USER], userName: 'x' })).toEqual(missing);
    expect(await wanting.delete(`/Users/${bob.id}`)).toEqual(missing);
    expect(await wanting.get(`/Users/${bob.id}`)).toEqual(one(bob));
    expect(await wanting.delete(`/Users/${bob.id}`, { 'if-match': bob.meta.version })).toEqual(empty(204));
  });
});
