import { lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { AllowedHosts } from './allowed-hosts.js';
import { GitFailure } from './git-failure.js';

/** Addresses that are never a public Git server: private, local, reserved, and bridges from IPv6 into IPv4. */
const NOT_PUBLIC = {
  ipv4: subnets('ipv4', [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
    ...[
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '192.168.0.0/16',
      '198.18.0.0/15',
      '198.51.100.0/24',
    ],
    ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
  ]),
  ipv6: subnets('ipv6', [
    // All but 2000::/3, which alone is handed out for global use (RFC 4291 §2.4); and what is reserved within it.
    ...['::/3', '4000::/2', '8000::/1'],
    ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ]),
} as const;

// One list for each family: a list that holds both judges an IPv4 address by the IPv6 ranges as well.
function subnets(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** How names become addresses; the system's resolver unless a test brings another. */
export type ResolveHost = typeof systemLookup;

/**
 * Decides where connections may go (SSRF). The URL is judged when it is read, each address when it is about to be
 * connected to, so that a name which changes its address in between gains nothing. Every refusal, and a name
 * that does not resolve, gives the same answer: anything else would be a port scanner.
 */
export class AddressPolicy {
  constructor(
    private readonly allowed: AllowedHosts,
    private readonly resolveHost: ResolveHost = systemLookup,
  ) {}

  /** Reads a URL and refuses it where the text alone shows that it may not be used. */
  checkUrl(text: string): URL {
    if (!URL.canParse(text)) throw notAllowed();
    const url = new URL(text);
    const isPlain = url.protocol === 'http:';
    const hasCredentials = url.username !== '' || url.password !== '';
    if (!(url.protocol in DEFAULT_PORTS) || hasCredentials || url.search !== '' || url.hash !== '')
      throw notAllowed();
    const rule = this.#ruleFor(url);
    if (isPlain && !rule?.plainHttp) throw notAllowed();
    const host = literalHost(url);
    // Node connects to a literal address without a look-up, so it has to be judged here.
    if (isIP(host) !== 0 && !this.#isAllowed(url, host)) throw notAllowed();
    return url;
  }

  /** A look-up for a connection to this URL: all addresses of the name must be allowed, and only they are used. */
  lookupFor(url: URL): LookupFunction {
    return (hostname, options, callback) => {
      this.resolveHost(hostname, { ...options, all: true }, (error, addresses) => {
        const usable =
          !error && addresses.length > 0 && addresses.every(({ address }) => this.#isAllowed(url, address));
        if (!usable) callback(notAllowed(error), []);
        else if (options.all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      });
    };
  }

  #isAllowed(url: URL, address: string): boolean {
    if (this.#ruleFor(url)) return true;
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (this.allowed.networks.check(address, family)) return true;
    return portOf(url) === DEFAULT_PORTS['https:'] && !NOT_PUBLIC[family].check(address, family);
  }

  #ruleFor(url: URL) {
    const port = portOf(url);
    return this.allowed.hosts.find(
      (entry) => entry.host === url.hostname && port === (entry.port ?? DEFAULT_PORTS[url.protocol]),
    );
  }
}

function literalHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function portOf(url: URL): number | undefined {
  return url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
}

function notAllowed(cause?: unknown): GitFailure {
  return GitFailure.of('GIT_URL_NOT_ALLOWED', {}, cause);
}
