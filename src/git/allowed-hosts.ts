import { BlockList, isIP } from 'node:net';

/** An entry of GIT_ALLOWED_HOSTS that names a host. Without a port it means the default port of its scheme. */
interface AllowedHost {
  readonly host: string;
  readonly port: number | undefined;
  readonly plainHttp: boolean;
}

/** What an operator allows beyond public addresses on port 443. */
export interface AllowedHosts {
  readonly hosts: readonly AllowedHost[];
  readonly networks: BlockList;
}

/** Nothing beyond public addresses on port 443. */
export const NO_EXTRA_HOSTS: AllowedHosts = { hosts: [], networks: new BlockList() };

const ENTRY = /^(http:\/\/)?(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(?::(\d{1,5}))?$/iu;
const CIDR = /^([0-9a-f.:]+)\/(\d{1,3})$/i;

/** Reads the entries of GIT_ALLOWED_HOSTS, each `[http://]host[:port]` or a CIDR. */
export function parseAllowedHosts(
  entries: readonly string[],
): { readonly allowed: AllowedHosts } | { readonly problems: readonly string[] } {
  const hosts: AllowedHost[] = [];
  const networks = new BlockList();
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const host = parseHost(entry);
    if (host) hosts.push(host);
    else if (!addNetwork(networks, entry))
      problems.push(`entry ${index + 1} is neither [http://]host[:port] nor a CIDR`);
  }
  return problems.length > 0 ? { problems } : { allowed: { hosts, networks } };
}

function parseHost(entry: string): AllowedHost | undefined {
  const match = ENTRY.exec(entry);
  const host = match?.[2] && canonicalHost(match[2]);
  const port = match?.[3] === undefined ? undefined : Number(match[3]);
  if (!match || !host || (port !== undefined && (port < 1 || port > 65_535))) return undefined;
  return { host, port, plainHttp: match[1] !== undefined };
}

// The host goes through the same parser as the URLs that are compared with it.
function canonicalHost(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

function addNetwork(networks: BlockList, entry: string): boolean {
  const [, address = '', bits = ''] = CIDR.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128)) return false;
  networks.addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  return true;
}

/** The same, and one host more that may be spoken to by plain HTTP; `host` is `name:port`. */
export function allowPlainHttp(allowed: AllowedHosts, host: string): AllowedHosts {
  const { hostname, port } = new URL(`http://${host}`);
  return { ...allowed, hosts: [...allowed.hosts, { host: hostname, port: Number(port), plainHttp: true }] };
}
