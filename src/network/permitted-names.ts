import { BlockList, isIP } from 'node:net';

/** The networks that nobody outside a house or a company has: loopback, RFC 1918, link-local, RFC 6598 (Tailscale), RFC 4193. */
export const PRIVATE_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
] as const;

const permitted = new BlockList();
for (const network of PRIVATE_NETWORKS) {
  const [address = '', bits] = network.split('/');
  permitted.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether it is in one of those networks. An address with a zone (`fe80::1%eth0`) is none that a certificate can name. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  return permitted.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/**
 * The names that a computer has in its own network: what it calls itself, and that with `.local`, which mDNS announces. Names with
 * characters that DNS does not have are left out.
 */
export function namesOfComputer(hostname: string): string[] {
  const name = hostname.toLowerCase().replace(/\.local$/, '');
  return [`${name}.local`, name, 'localhost'].filter(
    (each, at, all) => HOST_NAME.test(each) && all.indexOf(each) === at,
  );
}

/** Whether an authority for these names may vouch for this one: for the name itself, and for what lies below it (RFC 5280 4.2.1.10). */
export const isPermittedName = (name: string, permittedNames: readonly string[]): boolean =>
  permittedNames.some((each) => name === each || name.endsWith(`.${each}`));
