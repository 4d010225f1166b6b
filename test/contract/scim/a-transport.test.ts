import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { empty, error, expectResource, list, one, type ScimClient, UNKNOWN_ID, USER } from './client.js';
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

const challenge = {
  'www-authenticate': expect.stringMatching(/^Bearer realm="[^"]+".*, Basic realm="[^"]+"/),
};
const json = (body: unknown) => JSON.stringify(body);
const userBody = (userName: string) => json({ schemas: [USER], userName });

describe('A. Transport, media type, authentication', () => {
  test('1. answers are application/scim+json without a charset', async () => {
    const answers = [
      await scim.get('/Users'),
      await scim.get('/Schemas'),
      await scim.get(`/Users/${UNKNOWN_ID}`),
      await scim.post('/Users', { schemas: [USER], userName: 'a' }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers['content-type']])).toEqual(
      [200, 200, 404, 201].map((status) => [status, 'application/scim+json']),
    );
  });

  test('2. Accept: application/scim+json', async () => {
    expect(await scim.get('/Users', { accept: 'application/scim+json' })).toEqual(list([]));
  });

  test('3. Accept: application/json, and a charset in Accept', async () => {
    expect(await scim.get('/Users', { accept: 'application/json' })).toEqual(list([]));
    expect(await scim.get('/Users', { accept: 'application/scim+json; charset=utf-8' })).toEqual(list([]));
  });

  test('4. no Accept, or */*', async () => {
    expect(await scim.get('/Users', { accept: '*/*' })).toEqual(list([]));
    expect(await server.raw(`GET ${scim.path('/Users')}`, { Authorization: `Bearer ${scim.token}` })).toMatch(
      /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*Content-Type: application\/scim\+json\r\n/,
    );
  });

  test('5. Accept: text/html alone is refused', async () => {
    expect(await scim.get('/Users', { accept: 'text/html' })).toEqual(
      error(406, undefined, 'application/scim+json'),
    );
  });

  test('6. a body as application/scim+json or as application/json', async () => {
    for (const [index, type] of ['application/scim+json', 'application/json'].entries()) {
      const userName = `user-${index}`;
      const answer = await scim.post('/Users', userBody(userName), { 'content-type': type });
      expectResource(scim, answer, 201, 'User', { userName, active: true });
    }
  });

  test('7. a body as application/scim+json; charset=utf-8', async () => {
    const answer = await scim.post('/Users', userBody('a'), {
      'content-type': 'application/scim+json; charset=utf-8',
    });
    expectResource(scim, answer, 201, 'User', { userName: 'a', active: true });
  });

  test('8. a body of another type, or of none, is refused', async () => {
    const refused = error(415, undefined, 'application/scim+json');
    expect(await scim.post('/Users', userBody('a'), { 'content-type': 'text/plain' })).toEqual(refused);
    const bytes = new TextEncoder().encode(userBody('a'));
    expect(await scim.post('/Users', bytes, { 'content-type': undefined })).toEqual(refused);
    expect(await scim.get('/Users')).toEqual(list([]));
  });

  test('9. text of every script comes back byte by byte', async () => {
    const texts = {
      displayName: 'Zoë Ñandú — 山田太郎 עִבְרִית 👩‍👩‍👧‍👦',
      title: 'e\u0301 \u1e69 s\u0323\u0307 \u212b',
      nickName: 'quote " back \\ slash / \u2028',
    };
    const answer = await scim.post('/Users', { schemas: [USER], userName: 'a', ...texts });
    const user = expectResource(scim, answer, 201, 'User', { userName: 'a', active: true, ...texts });
    expect(await scim.get(`/Users/${user.id}`)).toEqual(one(user));
  });

  test('10. without credentials: 401 that names the schemes', async () => {
    const answer = await scim.get('/Users', { authorization: undefined });
    expect(answer).toEqual(error(401, undefined, 'Authorization', challenge));
  });

  test('11. with a wrong, empty or revoked token: 401', async () => {
    const refused = error(401, undefined, 'not valid', challenge);
    for (const authorization of [
      'Bearer wrong',
      'Bearer ',
      'Bearer',
      'Basic Og==',
      'Digest x',
      `Token ${scim.token}`,
      `Bearer ${await server.expiredToken(scim)}`,
      `Bearer ${await server.externalToken(scim)}`,
    ]) {
      expect(await scim.get('/Users', { authorization }), authorization).toEqual(refused);
    }
  });

  test('11a. Bearer and Basic, in any letter case', async () => {
    const basic = Buffer.from(`anything:${scim.token}`).toString('base64');
    for (const authorization of [
      `bearer ${scim.token}`,
      `BEARER ${scim.token}`,
      `Basic ${basic}`,
      `basic ${basic}`,
    ]) {
      expect(await scim.get('/Users', { authorization }), authorization).toEqual(list([]));
    }
  });

  test('11b. the order of checks: edition, switch, token, licence', async () => {
    const { user } = await server.withoutScim('community');
    expect(await user('good')).toEqual(error(404, undefined, 'Community Edition'));
    expect(await user('none')).toEqual(error(404, undefined, 'Community Edition'));
    const off = await server.withoutScim('off');
    expect(await off.user('good')).toEqual(error(403, undefined, 'switched off'));
    expect(await off.user('none')).toEqual(error(403, undefined, 'switched off'));
    const unlicensed = await server.withoutScim('unlicensed');
    expect(await unlicensed.user('none')).toEqual(error(401, undefined, 'Authorization', challenge));
    expect(await unlicensed.user('good')).toEqual(error(403, undefined, 'basic plan'));
    const other = await server.withoutScim('otherFeature');
    expect(await other.user('good')).toEqual(error(403, undefined, 'licence'));
  });

  test('12. a token without the right to the operation: 403', async () => {
    const user = await scim.user('reader');
    const reader = scim.withToken(await server.userToken(scim, user.id));
    const refused = error(403, undefined, /\S/);
    expect(await reader.get('/Users')).toEqual(refused);
    expect(await reader.post('/Users', { schemas: [USER], userName: 'b' })).toEqual(refused);
    expect(await reader.delete(`/Users/${user.id}`)).toEqual(refused);
    expect(await scim.get(`/Users/${user.id}`)).toEqual(one(user));
  });

  test('13. ids of another tenant are unknown ids', async () => {
    const other = await server.workspace();
    const [mine, theirs] = [await scim.user('mine'), await other.user('theirs')];
    const group = await other.group('theirs');
    for (const id of [theirs.id, UNKNOWN_ID]) {
      const unknown = error(404, undefined, `There is no User ${id} in this workspace.`);
      expect(await scim.get(`/Users/${id}`)).toEqual(unknown);
      expect(await scim.put(`/Users/${id}`, { schemas: [USER], userName: 'x' })).toEqual(unknown);
      expect(await scim.patch(`/Users/${id}`, [{ op: 'add', path: 'title', value: 'x' }])).toEqual(unknown);
      expect(await scim.delete(`/Users/${id}`)).toEqual(unknown);
    }
    expect(await scim.get(`/Groups/${group.id}`)).toEqual(
      error(404, undefined, `There is no Group ${group.id} in this workspace.`),
    );
    expect(await scim.get('/Users')).toEqual(list([mine]));
    expect(await scim.get('/Groups')).toEqual(list([]));
    expect(await other.get(`/Users/${theirs.id}`)).toEqual(one(theirs));
  });

  test('14. /ServiceProviderConfig needs no token', async () => {
    const answer = await scim.get('/ServiceProviderConfig', { authorization: undefined });
    expect(answer).toEqual(await scim.get('/ServiceProviderConfig'));
    expect(answer).toMatchObject({
      status: 200,
      body: { authenticationSchemes: [{ type: 'oauthbearertoken' }, { type: 'httpbasic' }] },
    });
  });

  test('15. two tokens are good at once', async () => {
    const second = scim.withToken(await server.token(scim));
    expect(await second.get('/Users')).toEqual(list([]));
    expect(await scim.get('/Users')).toEqual(list([]));
  });

  test('17. another version of the protocol is not found', async () => {
    for (const path of ['/api/scim/v1/Users', '/api/scim/v3', '/api/scim/v10/Schemas']) {
      expect(await scim.at(path), path).toEqual(error(404, undefined, path));
    }
  });

  test('18. a trailing slash makes no difference', async () => {
    const user = await scim.user('a');
    expect(await scim.get('/Users/')).toEqual(list([user]));
    expect(await scim.get(`/Users/${user.id}/`)).toEqual(one(user));
  });

  test('19. empty parameters in the query do no harm', async () => {
    const user = await scim.user('a');
    expect(await scim.get('/Users?filter=userName+eq+%22a%22&')).toEqual(list([user]));
    expect(await scim.get('/Users?&&filter=userName+eq+%22a%22&attributes=')).toEqual(list([user]));
    expect(await scim.get('/Users?')).toEqual(list([user]));
  });

  test('20. an unknown path: 404 in SCIM form', async () => {
    for (const path of [
      '/Nope',
      '/Users/a/b',
      '/users',
      '//Users',
      '/Users/%zz',
      '/toString',
      '/__proto__',
    ]) {
      expect(await scim.get(path), path).toEqual(error(404));
    }
  });

  test('21. a known path with another method: 405 with Allow', async () => {
    const refused = (allow: string) => error(405, undefined, allow, { allow });
    expect(await scim.send('DELETE', '/Users')).toEqual(refused('GET, POST'));
    expect(await scim.post(`/Users/${UNKNOWN_ID}`, {})).toEqual(refused('GET, PUT, PATCH, DELETE'));
    expect(await scim.get('/Users/.search')).toEqual(refused('POST'));
    expect(await scim.get('/Bulk')).toEqual(refused('POST'));
    expect(await scim.send('OPTIONS', '/Groups')).toEqual(refused('GET, POST'));
  });

  test('22. an unexpected failure: 500 in SCIM form that tells nothing', async () => {
    const answer = await server.breaking(scim, () => scim.get('/Users'));
    expect(answer).toEqual(error(500, undefined, /^Something went wrong on our side/));
    expect(JSON.stringify(answer)).not.toMatch(/at |\.ts|\.js|select|relation/i);
  });

  test('23. a body of more than 10 MB: 413', async () => {
    const limit = 10_000_000;
    const body = (bytes: number) => {
      const start = `{"schemas":["${USER}"],"userName":"a","x":"`;
      return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
    };
    const refused = error(413, undefined, '10 MB');
    expect(await scim.post('/Users', body(limit + 1))).toEqual(refused);
    expect(await server.chunked(scim, '/Users', body(limit + 1))).toEqual(refused);
    expect(await scim.get('/Users')).toEqual(list([]));
    expectResource(scim, await scim.post('/Users', body(limit)), 201, 'User', {
      userName: 'a',
      active: true,
    });
  });

  test('24. malformed JSON: 400 invalidSyntax', async () => {
    const invalid = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
    for (const body of ['{', '', '{"a":1,}', "{'a':1}", 'secret', invalid]) {
      const answer = await scim.post('/Users', body);
      expect(answer).toEqual(error(400, 'invalidSyntax'));
      expect(answer.body.detail).not.toContain('secret');
    }
  });

  test('24a. JSON that nests without end: 400, broken or not', async () => {
    const deep = (open: string, close: string) => `${open.repeat(200_000)}1${close.repeat(200_000)}`;
    expect(await scim.post('/Users', '['.repeat(200_000))).toEqual(error(400, 'invalidSyntax'));
    expect(await scim.post('/Users', deep('[', ']'))).toEqual(error(400, 'invalidSyntax'));
    for (const name of ['title', 'emails', 'name', 'externalId']) {
      const body = `{"schemas":["${USER}"],"userName":"a","${name}":${deep('[', ']')}}`;
      expect(await scim.post('/Users', body), name).toEqual(error(400, 'invalidValue', name));
      const object = `{"schemas":["${USER}"],"userName":"a","${name}":${deep('{"value":', '}')}}`;
      expect((await scim.post('/Users', object)).status, name).toBeLessThan(500);
    }
  });

  test('25. JSON that is no object: 400 invalidSyntax', async () => {
    for (const body of ['[]', '"x"', 'null', '1', 'true']) {
      expect(await scim.post('/Users', body)).toEqual(error(400, 'invalidSyntax', 'must be a JSON object'));
    }
  });

  test('26. an error body has schemas, status, scimType and detail alone', async () => {
    const answers = [
      await scim.get('/Nope'),
      await scim.get('/Users?filter=x'),
      await scim.get('/Users', { authorization: undefined }),
      await scim.send('PUT', '/Users'),
      await scim.post('/Users', { schemas: [USER] }),
    ];
    expect(answers.map(({ status, body }) => [status, body.status, Object.keys(body)])).toEqual([
      [404, '404', ['schemas', 'status', 'detail']],
      [400, '400', ['schemas', 'status', 'scimType', 'detail']],
      [401, '401', ['schemas', 'status', 'detail']],
      [405, '405', ['schemas', 'status', 'detail']],
      [400, '400', ['schemas', 'status', 'scimType', 'detail']],
    ]);
  });

  test('27. repeated members and keys such as __proto__ do no harm', async () => {
    const answer = await scim.post(
      '/Users',
      `{"schemas":["${USER}"],"userName":"x","userName":"a","__proto__":{"title":"T"},"constructor":{"x":1},
        "name":{"__proto__":{"givenName":"B"},"familyName":"F"},"emails":[{"__proto__":{"x":1},"value":"a@x"}]}`,
    );
    const user = expectResource(scim, answer, 201, 'User', {
      userName: 'a',
      active: true,
      name: { familyName: 'F' },
      emails: [{ value: 'a@x' }],
    });
    const patched = await scim.send('PATCH', `/Users/${user.id}`, {
      body: `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"__proto__":{"x":1},
        "Operations":[{"op":"replace","value":{"__proto__":{"title":"T"},"nickName":"N"}}]}`,
    });
    expectResource(scim, patched, 200, 'User', {
      userName: 'a',
      active: true,
      nickName: 'N',
      name: { familyName: 'F' },
      emails: [{ value: 'a@x' }],
    });
    expect({}).not.toHaveProperty('title');
  });

  test('a HEAD is answered as a GET without its body', async () => {
    const user = await scim.user('a');
    expect(await scim.send('HEAD', `/Users/${user.id}`)).toEqual(
      empty(200, {
        'content-type': 'application/scim+json',
        etag: user.meta.version,
        location: user.meta.location,
      }),
    );
  });
});
