import { BlockList, isIP } from 'node:net';

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

interface Entry {
  readonly host: string;
  readonly port: string | undefined;
}

function splitPort(entry: string): Entry {
  // A port follows a name, an IPv4 address or a bracketed IPv6 address; a bare IPv6 address has none.
  const match = /^(\[.+\]|[^:]*)(?::(\d+))?$/.exec(entry);
  return { host: (match?.[1] ?? entry).replace(/^\[(.*)\]$/, '$1'), port: match?.[2] };
}

function inSubnet(hostname: string, range: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const family = isIP(network);
  const length = Number(bits);
  if (
    family === 0 ||
    isIP(hostname) === 0 ||
    bits === '' ||
    !(length >= 0 && length <= (family === 6 ? 128 : 32))
  ) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet(network, length, family === 6 ? 'ipv6' : 'ipv4');
  return list.check(hostname, isIP(hostname) === 6 ? 'ipv6' : 'ipv4');
}

function matches(host: string, hostname: string): boolean {
  if (host === '*') {
    return true;
  }
  if (host.includes('/')) {
    return inSubnet(hostname, host);
  }
  if (host.startsWith('*.')) {
    return hostname.endsWith(host.slice(1));
  }
  const name = host.replace(/^\./, '').replace(/\.$/, '');
  return name !== '' && (hostname === name || (isIP(hostname) === 0 && hostname.endsWith(`.${name}`)));
}

/**
 * Whether a list of exceptions names the URL's host. An entry is a host (which includes the hosts below it),
 * `.example.com` (the same), `*.example.com` (only the hosts below it), an address, a range of addresses
 * (`10.0.0.0/8`) or `*`; all but a range may be followed by a port.
 */
export function bypassesProxy(url: URL, entries: readonly string[]): boolean {
  const hostname = url.hostname
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port;
  return entries
    .flatMap((entry) => entry.toLowerCase().split(/[\s,]+/))
    .filter((entry) => entry !== '')
    .map(splitPort)
    .some((entry) => (entry.port === undefined || entry.port === port) && matches(entry.host, hostname));
}
