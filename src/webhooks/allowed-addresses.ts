import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isThisComputer } from '../contract/webhooks.ts';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** All addresses of a name. Throws when there is none. */
export type Resolve = (hostname: string) => Promise<Address[]>;

export const resolveName: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));

/** Nothing is sent there. */
export class AddressRefused extends Error {}

function listOf(...networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** By IANA's registries of special-purpose addresses. An IPv4 address written as IPv6 counts as what it is. */
const HERE = listOf('127.0.0.0/8', '::1/128');
const PRIVATE = listOf('10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7');
const PUBLIC_V6 = listOf('2000::/3');
const NOBODYS = listOf(
  '0.0.0.0/8',
  // Link-local: clouds tell the secrets of a machine there.
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // These, too, have IPv4 addresses in them, or belong to nobody.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
);

type Kind = 'here' | 'private' | 'public' | 'nobody';

export function kindOf({ address, family }: Address): Kind {
  const type = family === 6 ? 'ipv6' : 'ipv4';
  const plain = address.replace(/%.*/, '');
  const isMapped = family === 6 && /^::ffff:/i.test(plain);
  if (HERE.check(plain, type)) return 'here';
  if (PRIVATE.check(plain, type)) return 'private';
  if (NOBODYS.check(plain, type)) return 'nobody';
  return family === 4 || isMapped || PUBLIC_V6.check(plain, type) ? 'public' : 'nobody';
}

export interface Place {
  url: URL;
  /** Whether a name may lead to this computer or into the private network. */
  allowPrivate: boolean;
}

/**
 * The addresses to connect to, all of which are allowed. The name is asked for once: whoever connects uses these, as a second answer could be
 * another one. Throws AddressRefused, and what the name server says.
 */
export async function allowedAddresses(place: Place, resolve: Resolve): Promise<Address[]> {
  const found = literalOf(place.url) ?? (await resolve(place.url.hostname));
  for (const address of found) refuse(place, address);
  return found;
}

/** What needs no name server to be refused. Throws AddressRefused. */
export function checkLiteral(place: Place): void {
  for (const address of literalOf(place.url) ?? []) refuse(place, address);
}

/** URL has read decimal, octal and shortened forms, and the dot at the end, already. null: it is a name. */
function literalOf({ hostname }: URL): Address[] | null {
  const address = hostname.replaceAll(/[[\]]/g, '');
  const family = isIP(address);
  return family === 4 || family === 6 ? [{ address, family }] : null;
}

function refuse({ url, allowPrivate }: Place, address: Address): void {
  const kind = kindOf(address);
  const isNamedHere = isThisComputer(url.hostname);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const where = host === address.address ? `It leads to ${host}` : `${host} leads to ${address.address}`;
  if (kind === 'nobody') throw new AddressRefused(`${where}, to which nothing is sent.`);
  if (url.protocol === 'http:' && kind !== 'here')
    throw new AddressRefused(`${where}, which is reached by https:// only.`);
  if (kind === 'public' || allowPrivate || (kind === 'here' && isNamedHere)) return;
  const what = kind === 'here' ? 'this computer' : 'the private network';
  throw new AddressRefused(`${where}, in ${what}. Allow private addresses for this webhook if that is meant.`);
}
