import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import type { ForwardedHeader } from '../../contract/proxies.ts';

/** Whose word on where a request comes from counts, and in which header it is. */
export interface Proxies {
  trusts: (address: string) => boolean;
  header: ForwardedHeader;
}

/** Where a request comes from, as far as it can be believed. */
export interface Sender {
  /** The client's address; where that is not known, of the last proxy that is. */
  address: string;
  /** It came through a trusted proxy. */
  isForwarded: boolean;
  /** What the browser speaks with the proxy; null: it does not say, or there is none. */
  scheme: 'http' | 'https' | null;
}

/** Node writes an IPv4 address on an IPv6 socket as ::ffff:127.0.0.1. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** `trusted`: single addresses, and networks such as 10.0.0.0/8. */
export function proxiesOf(trusted: readonly string[], header: ForwardedHeader): Proxies {
  const list = new BlockList();
  for (const each of trusted) {
    const [address = '', bits] = each.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return { trusts: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)), header };
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * [Note: Who a proxy speaks for] Each proxy adds the address that has asked it at the right end of the header. So the entries are read from there,
 * and only as far as a trusted proxy wrote them: what the client made up stands further left. An entry that is no address ends the reading.
 */
export function senderOf(peer: string, headers: Headers, { trusts, header }: Proxies): Sender {
  let address = plainAddress(peer);
  const unknown: Sender = { address, isForwarded: false, scheme: null };
  if (header === 'none' || !trusts(address)) return unknown;
  const isStandard = header === 'Forwarded';
  const entries = listIn(headers, header);
  const schemes = isStandard ? entries : listIn(headers, 'X-Forwarded-Proto');
  if (entries.length === 0 && schemes.length === 0) return unknown;
  let hops = 0;
  while (hops < entries.length && trusts(address)) {
    const entry = entries.at(-1 - hops)!;
    const next = addressIn(isStandard ? parameterOf(entry, 'for') : entry);
    if (next === null) break;
    address = next;
    hops += 1;
  }
  // A proxy may also have replaced the list.
  const scheme = schemes.at(-Math.min(Math.max(hops, 1), schemes.length)) ?? '';
  return { address, isForwarded: true, scheme: schemeIn(isStandard ? parameterOf(scheme, 'proto') : scheme) };
}

/** Several headers of one name are one list. Quotes are not looked at: an open one of the client's would hide what the proxy wrote. */
const listIn = (headers: Headers, name: string): string[] =>
  [headers[name.toLowerCase()] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** RFC 7239 4: `for="[2001:db8::1]:4711";proto=https`. */
const parameterOf = (entry: string, name: 'for' | 'proto'): string =>
  entry
    .split(';')
    .map((pair) => pair.split('='))
    .find(([key = '']) => key.trim().toLowerCase() === name)?.[1]
    ?.trim()
    .replace(/^"(.*)"$/, '$1') ?? '';

function addressIn(entry: string): string | null {
  const [, bracketed, withPort] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  const address = plainAddress(bracketed ?? withPort ?? entry);
  return isIPv4(address) || isIPv6(address) ? address : null;
}

const schemeIn = (word: string) => {
  const scheme = word.toLowerCase();
  return scheme === 'https' || scheme === 'http' ? scheme : null;
};
