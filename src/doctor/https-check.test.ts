import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAuthority, makeLeaf } from '../network/certificates.ts';
import { type HttpsFacts, httpsCheck } from './https-check.ts';

const NAMES = ['studio.local', 'localhost'];
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const authority = await makeAuthority(NAMES);
const leaf = await makeLeaf(authority, NAMES, ['127.0.0.1']);
const server = createServer({ key: leaf.key, cert: leaf.certificate });
let url: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const facts = (status: object = {}, authorityPem: string | null = authority.certificate): HttpsFacts => ({
  status: {
    on: true,
    url,
    problem: null,
    authority: {
      name: 'Safelight',
      fingerprint: '',
      expires: Date.now() + 10 * YEAR_MS,
      names: NAMES,
      former: [],
      uncovered: [],
    },
    ...status,
  },
  authorityPem,
});

test('a device that trusts this computer can connect', async () => {
  expect(await httpsCheck(facts())).toMatchObject({ status: 'ok', advice: null });
  expect(await httpsCheck(facts({ on: false }))).toMatchObject({ status: 'ok', detail: 'HTTPS is off.' });
  expect(await httpsCheck(null)).toMatchObject({ status: 'ok' });
});

test('a port that is taken, a certificate of another authority and a name that is not covered are told', async () => {
  const taken = await httpsCheck(facts({ url: null, problem: 'port 4381 is taken' }));
  expect(taken).toMatchObject({ status: 'fail', detail: expect.stringMatching(/port 4381 is taken/) as string });
  const other = await makeAuthority(NAMES);
  expect(await httpsCheck(facts({}, other.certificate))).toMatchObject({
    status: 'fail',
    detail: expect.stringMatching(/cannot connect/) as string,
  });
  const { authority: known } = facts().status;
  const renamed = await httpsCheck(facts({ authority: { ...known, uncovered: ['atelier'] } }));
  expect(renamed).toMatchObject({ status: 'warn', detail: expect.stringMatching(/atelier/) as string });
  const late = await httpsCheck(facts(), Date.now() + 9.9 * YEAR_MS);
  expect(late).toMatchObject({ status: 'warn', detail: expect.stringMatching(/ends on/) as string });
});
