import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { kindOf } from './allowed-addresses.ts';

test.each([
  ['127.0.0.1', 'here'],
  ['127.8.9.10', 'here'],
  ['::1', 'here'],
  ['::ffff:127.0.0.1', 'here'],
  ['::ffff:7f00:1', 'here'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['fd12:3456::1', 'private'],
  ['0.0.0.0', 'nobody'],
  ['0.1.2.3', 'nobody'],
  ['169.254.169.254', 'nobody'],
  ['::ffff:169.254.169.254', 'nobody'],
  ['224.0.0.1', 'nobody'],
  ['255.255.255.255', 'nobody'],
  ['::', 'nobody'],
  ['::127.0.0.1', 'nobody'],
  ['fe80::1%eth0', 'nobody'],
  ['ff02::1', 'nobody'],
  ['64:ff9b::7f00:1', 'nobody'],
  ['2002:7f00:1::', 'nobody'],
  ['2001:0:7f00:1::', 'nobody'],
  ['2001:db8::1', 'nobody'],
  ['172.32.0.1', 'public'],
  ['100.128.0.1', 'public'],
  ['8.8.8.8', 'public'],
  ['::ffff:8.8.8.8', 'public'],
  ['2606:4700::1', 'public'],
])('%s: %s', (address, kind) => {
  expect(kindOf({ address, family: isIP(address) === 6 ? 6 : 4 })).toBe(kind);
});
