import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Keyring } from '../../src/git/keyring.js';
import { Secret } from '../../src/secret.js';

const newKey = (id: string) => ({ id, key: new Secret(randomBytes(32).toString('base64')) });
const place = { table: 'git_repositories', row: 'row-1', column: 'credentials' };
const [old, current] = [newKey('2025'), newKey('2026')];

test('opens what it sealed, whatever the text', () => {
  const keyring = new Keyring([current]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(keyring.open(keyring.seal(text, place), place)).toBe(text);
    }),
  );
});

test('seals the same text differently every time and shows nothing of it', () => {
  const keyring = new Keyring([current]);
  const texts = Array.from({ length: 50 }, () => keyring.seal('hunter2-hunter2', place));
  expect(new Set(texts).size).toBe(50);
  expect(texts[0]).toMatch(/^v1\.2026\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
});

test('opens with older keys, seals with the newest, and tells which text is to be sealed again', () => {
  const sealed = new Keyring([old]).seal('token', place);
  const keyring = new Keyring([current, old]);
  expect(keyring.open(sealed, place)).toBe('token');
  expect(keyring.isCurrent(sealed)).toBe(false);
  expect(keyring.isCurrent(keyring.seal('token', place))).toBe(true);
  expect(new Keyring([current]).open(sealed, place)).toBeUndefined();
});

test('opens nothing that was moved to another place or changed', () => {
  const keyring = new Keyring([current]);
  const sealed = keyring.seal('token', place);
  for (const other of [{ table: 'x' }, { row: 'row-2' }, { column: 'x' }]) {
    expect(keyring.open(sealed, { ...place, ...other })).toBeUndefined();
  }
  const parts = sealed.split('.');
  for (const index of parts.keys()) {
    const changed = parts.with(index, `A${parts[index]?.slice(1)}B`).join('.');
    expect(keyring.open(changed, place)).toBeUndefined();
  }
  for (const text of ['', 'v1', 'v1.2026...', 'v1.2026.a.b.c', 'v2.2026.a.b.c']) {
    expect(keyring.open(text, place)).toBeUndefined();
  }
});

test('a short authentication tag is not accepted', () => {
  const keyring = new Keyring([current]);
  const [format, id, iv, tag = '', text] = keyring.seal('token', place).split('.');
  const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
  expect(keyring.open([format, id, iv, short, text].join('.'), place)).toBeUndefined();
});

test('without a key nothing can be sealed', () => {
  expect(new Keyring([]).isEmpty).toBe(true);
  expect(() => new Keyring([]).seal('token', place)).toThrow('the keyring is empty');
});
