import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { hostOf, lanUrls } from './configuration.ts';

test.each([
  [{ lan: false, host: null }, '127.0.0.1'],
  [{ lan: false, host: '::1' }, '::1'],
  [{ lan: false, host: '192.168.1.5' }, '127.0.0.1'],
  [{ lan: false, host: '0.0.0.0' }, '127.0.0.1'],
  [{ lan: true, host: null }, '0.0.0.0'],
  [{ lan: true, host: '127.0.0.1' }, '0.0.0.0'],
  [{ lan: true, host: '192.168.1.5' }, '192.168.1.5'],
])('others reach it with LAN access and never without: %j listens on %s', (settings, host) => {
  expect(hostOf(settings)).toBe(host);
});

const address = (text: string, more: Partial<NetworkInterfaceInfo> = {}) =>
  [{ address: text, family: 'IPv4', internal: false, ...more }] as NetworkInterfaceInfo[];

test('the address that a phone most likely reaches comes first', () => {
  const interfaces = {
    lo: address('127.0.0.1', { internal: true }),
    docker0: address('172.17.0.1'),
    tun0: address('10.8.0.2'),
    eth1: address('10.0.0.4'),
    wlan0: address('192.168.1.20'),
    eth2: address('169.254.3.3'),
  };
  expect(lanUrls('0.0.0.0', 4380, interfaces)).toEqual([
    'http://192.168.1.20:4380',
    'http://10.0.0.4:4380',
    'http://10.8.0.2:4380',
    'http://172.17.0.1:4380',
  ]);
  expect(lanUrls('192.168.1.5', 80, interfaces)).toEqual(['http://192.168.1.5:80']);
  expect(lanUrls('fd00::5', 80, interfaces)).toEqual(['http://[fd00::5]:80']);
  expect(lanUrls('127.0.0.1', 4380, interfaces)).toEqual([]);
});
