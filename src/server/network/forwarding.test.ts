import { describe, expect, test } from 'vitest';
import { proxiesOf, senderOf } from './forwarding.ts';

const NGINX = '192.168.1.2';
const EDGE = '10.0.0.9';
const GUEST = '203.0.113.7';
const byForwardedFor = proxiesOf([NGINX, '10.0.0.0/8', '127.0.0.0/8', '::1'], 'X-Forwarded-For');
const byForwarded = proxiesOf([NGINX, '10.0.0.0/8'], 'Forwarded');

describe('X-Forwarded-For', () => {
  test.each([
    ['is not read from somebody else', GUEST, '198.51.100.1', GUEST],
    ['of one proxy', NGINX, GUEST, GUEST],
    ['of two proxies', NGINX, `${GUEST}, ${EDGE}`, GUEST],
    ['with what the client made up before it', NGINX, `127.0.0.1, ${NGINX}, ${GUEST}`, GUEST],
    ['given twice, the forged one first', NGINX, ['127.0.0.1', GUEST], GUEST],
    ['with a client that claims to be a proxy', NGINX, `198.51.100.1, ${GUEST}, ${EDGE}`, GUEST],
    ['with a port', NGINX, `${GUEST}:4711`, GUEST],
    ['in IPv6', NGINX, '2001:db8::7', '2001:db8::7'],
    ['in IPv6 with a port', NGINX, '[2001:db8::7]:4711', '2001:db8::7'],
    ['in IPv4 written as IPv6', NGINX, `::ffff:${GUEST}`, GUEST],
    ['over a socket for both', `::ffff:${NGINX}`, GUEST, GUEST],
    ['of a guest on this computer', '::1', '::ffff:127.0.0.1', '127.0.0.1'],
    ['with spaces and empty entries', NGINX, ` , ${GUEST} , `, GUEST],
    ['with an unknown client', NGINX, '127.0.0.1, unknown', NGINX],
    ['with rubbish', NGINX, '127.0.0.1, 999.1.1.1', NGINX],
    ['with a name', NGINX, 'localhost', NGINX],
    ['with rubbish behind a known proxy', NGINX, `127.0.0.1, <script>, ${EDGE}`, EDGE],
    ['with trusted addresses alone', NGINX, `${EDGE}, 10.0.0.8`, EDGE],
  ])('%s', (_what, peer, header, client) => {
    expect(senderOf(peer, { 'x-forwarded-for': header }, byForwardedFor).address).toBe(client);
  });

  test('is the one header that is read', () => {
    const headers = { forwarded: `for=${GUEST}`, 'x-real-ip': GUEST };
    const nothing = { address: NGINX, isForwarded: false, scheme: null };
    expect(senderOf(NGINX, headers, byForwardedFor)).toEqual(nothing);
    const all = { ...headers, 'x-forwarded-for': GUEST, 'x-forwarded-proto': 'https' };
    expect(senderOf(NGINX, all, proxiesOf([NGINX], 'none'))).toEqual(nothing);
    expect(senderOf(NGINX, headers, proxiesOf([NGINX], 'X-Real-IP')).address).toBe(GUEST);
  });
});

test.each([
  ['one entry', `for=${GUEST};proto=https`, GUEST, 'https'],
  ['quotes, capitals and spaces', `For = "[2001:db8::7]:4711" ; Proto=HTTPS`, '2001:db8::7', 'https'],
  ['two proxies', `for=${GUEST};proto=https, for=${EDGE};proto=http`, GUEST, 'https'],
  ['a forged entry', `for=127.0.0.1;proto=https, for=${GUEST};proto=http`, GUEST, 'http'],
  ['a quote that the client has left open', `for="127.0.0.1, for=${GUEST};proto=http`, GUEST, 'http'],
  ['a hidden client', 'for=127.0.0.1, for=_hidden;proto=https', NGINX, 'https'],
  ['no address', 'for=127.0.0.1, by=10.0.0.1', NGINX, null],
])('Forwarded with %s', (_what, forwarded, address, scheme) => {
  expect(senderOf(NGINX, { forwarded }, byForwarded)).toEqual({ address, isForwarded: true, scheme });
});

test.each([
  ['https', 'https'],
  ['HTTP', 'http'],
  ['https, http', 'http'],
  ['ws', null],
])('X-Forwarded-Proto of one proxy, %s, is %s', (proto, scheme) => {
  expect(senderOf(NGINX, { 'x-forwarded-for': GUEST, 'x-forwarded-proto': proto }, byForwardedFor).scheme).toBe(scheme);
});

test('X-Forwarded-Proto of two proxies is what the outer one says, and neither what the client does', () => {
  const both = { 'x-forwarded-for': `${GUEST}, ${EDGE}`, 'x-forwarded-proto': 'http, https, http' };
  expect(senderOf(NGINX, both, byForwardedFor).scheme).toBe('https');
  expect(senderOf(NGINX, { ...both, 'x-forwarded-proto': 'https' }, byForwardedFor).scheme).toBe('https');
  expect(senderOf(GUEST, both, byForwardedFor).scheme).toBeNull();
});
