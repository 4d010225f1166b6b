import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllowedHosts } from '../../src/git/allowed-hosts.js';
import { findBranchProblem } from '../../src/git/branch-name.js';

describe('branch names', () => {
  test.each(['main', 'work/orders-1', 'release-2026.01', 'ünïcode/分支', 'a@b', 'x'.repeat(200)])(
    '%s is fine',
    (name) => {
      expect(findBranchProblem(name)).toBeUndefined();
    },
  );

  const refused = [
    '',
    ' ',
    'a b',
    'a..b',
    '-x',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a.',
    'a~1',
  ];
  const refusedToo = [
    'a^',
    'a:b',
    'a?b',
    'a*',
    'a[b',
    'a\\b',
    'a@{1}',
    '@',
    'HEAD',
    'a\tb',
    'a\x7fb',
    'a\0b',
  ];
  test.each([...refused, ...refusedToo, 'refs/heads/main', 'x'.repeat(201)])('%j is refused', (name) => {
    expect(findBranchProblem(name)).toMatch(/^(must|is not)/);
  });

  test('whatever is accepted, the git program accepts', () => {
    const characters = fc.constantFrom(
      ...'ab/.-@{~^:?*[\\ lock'.split(''),
      '..',
      '.lock',
      '//',
      '@{',
      'é',
      '\x7f',
    );
    const names = new Set<string>();
    fc.assert(
      fc.property(fc.array(characters, { minLength: 1, maxLength: 5 }), (parts) => {
        names.add(parts.join(''));
      }),
      { numRuns: 1000 },
    );
    for (const name of [...names].filter((one) => findBranchProblem(one) === undefined).slice(0, 60)) {
      expect(() =>
        execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'ignore' }),
      ).not.toThrow();
    }
  });
});

describe('GIT_ALLOWED_HOSTS', () => {
  const hostsOf = (...entries: string[]) => {
    const result = parseAllowedHosts(entries);
    return 'allowed' in result ? result.allowed.hosts : result.problems;
  };

  test('names hosts, with or without port and plain http', () => {
    expect(
      hostsOf('git.example.com', 'Git.Example.com:8443', 'http://127.0.0.1:3001', '[::1]:80', 'http://x'),
    ).toEqual([
      { host: 'git.example.com', port: undefined, plainHttp: false },
      { host: 'git.example.com', port: 8443, plainHttp: false },
      { host: '127.0.0.1', port: 3001, plainHttp: true },
      { host: '[::1]', port: 80, plainHttp: false },
      { host: 'x', port: undefined, plainHttp: true },
    ]);
  });

  test('names networks', () => {
    const result = parseAllowedHosts(['10.1.0.0/16', 'fd00::/8']);
    if ('problems' in result) throw new Error('refused');
    expect(result.allowed.networks.check('10.1.2.3')).toBe(true);
    expect(result.allowed.networks.check('10.2.2.3')).toBe(false);
    expect(result.allowed.networks.check('fd12::1', 'ipv6')).toBe(true);
  });

  test('reports what it cannot read by its place, without repeating it', () => {
    const bad = [
      'https://x',
      'a b',
      'x:0',
      'x:99999',
      '10.0.0.0/33',
      '10.0.0/8',
      'fd00::/129',
      'x/8',
      'u@x',
      'x?y',
      'x#y',
      '*',
    ];
    expect(hostsOf('fine', ...bad)).toEqual(
      bad.map((_entry, index) => `entry ${index + 2} is neither [http://]host[:port] nor a CIDR`),
    );
  });
});
