import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { growthOf, MOST_GROWTH } from '../../testing/work-of.ts';
import { basicCredentials, clientIdsInForm, parameters } from './token-request.ts';

const NAMES = ['grant_type', 'client_id', 'client_secret', 'scope', 'token'] as const;
const sent = fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.string({ minLength: 1, unit: 'binary' })])), {
  requiredKeys: [],
});
const failureOf = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
};

describe('the body of a token request', () => {
  test('says the same as a form and as JSON, whatever the values are', () => {
    fc.assert(
      fc.property(sent, (values) => {
        const form = new URLSearchParams(values as Record<string, string>).toString();
        expect(parameters('application/x-www-form-urlencoded', Buffer.from(form))).toEqual({ ...values });
        expect(parameters('application/json', Buffer.from(JSON.stringify(values)))).toEqual({ ...values });
      }),
    );
  });

  test('of any bytes is read or refused, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('application/json', 'x/y', undefined), (bytes, type) => {
        const error = failureOf(() => parameters(type, Buffer.from(bytes)));
        if (error !== null) expect((error as AppError).code).toBe('invalid_request');
      }),
    );
  });

  test('of any JSON is read, or refused for one of our fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...NAMES)), fc.jsonValue()), (value) => {
        const error = failureOf(() => parameters('application/json', Buffer.from(JSON.stringify(value))));
        const isBad = NAMES.some((name) => Object.hasOwn(value, name) && typeof value[name] !== 'string');
        expect(error !== null).toBe(isBad);
      }),
    );
  });

  test.each([
    ['{"scope":"a","scope":"b"}', true],
    ['{"scope":"a","\\u0073cope":"b"}', true],
    ['{"scope" : "a" , "scope" : "a"}', true],
    ['{"x":{"scope":"a"},"scope":"b"}', false],
    ['{"x":[{"scope":"a"}],"scope":"b"}', false],
    ['{"x":"\\"scope\\":","scope":"b"}', false],
    ['{"x":"{","scope":"b","y":"}"}', false],
    ['{"x":1,"x":2,"scope":"b"}', false],
  ])('a JSON field that comes twice is seen: %s', (json, isTwice) => {
    expect(failureOf(() => parameters('application/json', Buffer.from(json))) !== null).toBe(isTwice);
  });

  test('a megabyte of one string is no trouble', () => {
    const body = JSON.stringify({ scope: 'a', x: '\\"'.repeat(250_000) });
    expect(parameters('application/json', Buffer.from(body))).toEqual({ scope: 'a' });
  });

  test('twice as many names take twice as long to read, not four times', () => {
    const bodyOf = (names: number) =>
      Buffer.from(`{${Array.from({ length: names }, (_, at) => `"${at.toString(36)}":0`).join(',')},"scope":"a"}`);
    const read = (body: Buffer) => parameters('application/json', body);
    expect(growthOf(bodyOf, read, 12_500)).toBeLessThan(MOST_GROWTH);
    expect(read(bodyOf(100_000))).toEqual({ scope: 'a' });
  });

  test('a byte order mark before JSON is passed over', () => {
    expect(parameters('application/json', Buffer.from('\ufeff{"scope":"a"}'))).toEqual({ scope: 'a' });
  });
});

describe('a Basic header', () => {
  test('gives back every id and secret that was put in as RFC 6749 says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (id, secret) => {
        const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
        const header = `Basic ${Buffer.from(pair).toString('base64')}`;
        const found = basicCredentials([header]);
        expect(found?.secret).toBe(secret);
        // This reading counts when no client is registered.
        expect(found?.ids[0]).toBe(id);
      }),
    );
  });

  test('holds every id that was put in as it is among its readings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (id) => {
        expect(basicCredentials([`Basic ${btoa(`${id}:secret`)}`])).toMatchObject({
          ids: expect.arrayContaining([id]) as string[],
          secret: 'secret',
        });
      }),
    );
  });

  test.each([
    ['ann+frame@example.org', ['ann frame@example.org', 'ann+frame@example.org']],
    ['a%40b+c', ['a@b c', 'a@b+c', 'a%40b+c']],
    ['https://example.org:8080/', ['https://example.org:8080/']],
    ['100%', ['100%']],
  ])('and a form let %s be read as %j, the reading of the RFC first', (id, ids) => {
    expect(basicCredentials([`Basic ${btoa(`${id}:secret`)}`])?.ids).toEqual(ids);
    expect(clientIdsInForm(undefined, Buffer.from(`a=b&client_id=${id}&c=d`))).toEqual(ids);
  });

  test('of any text is read or is none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(failureOf(() => basicCredentials([`Basic ${text}`]))).toBeNull();
        expect(failureOf(() => basicCredentials([`Basic ${btoa(encodeURIComponent(text))}`]))).toBeNull();
      }),
    );
  });
});
