import { expect, test } from 'vitest';
import { AddressPolicy } from '../../src/git/address-policy.js';
import { NO_EXTRA_HOSTS } from '../../src/git/allowed-hosts.js';

// What is refused is tested against real connections, in git/addresses.test.ts.
test.each(['git.example.com', '140.82.121.4', '1.1.1.1', '[2606:50c0:8000::153]', '[2001:4860:4860::8888]'])(
  '%s is a public host',
  (host) => {
    const policy = new AddressPolicy(NO_EXTRA_HOSTS);
    expect(policy.checkUrl(`https://${host}/team/apps.git`).hostname).toBe(host);
    expect(policy.checkUrl(`https://${host}:443/team/apps.git`).host).toBe(host);
  },
);
