import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { modulePatchBody } from './module-patch-body.ts';

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

describe('any text', () => {
  const outcome = (type: string | undefined, text: string) => {
    try {
      return modulePatchBody(type, text);
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe('invalid_body');
      expect((error as AppError).message).not.toBe('');
      return null;
    }
  };

  test.each([JSON_TYPE, FORM, undefined])('as %s is a patch or is refused', (type) => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void outcome(type, text)));
    fc.assert(fc.property(fc.json(), (text) => void outcome(type, text)));
    const names = fc.constantFrom(
      'enabled',
      'params',
      'params_b64',
      'params[exposure]',
      'params[__proto__]',
      '__proto__',
    );
    const pairs = fc.array(fc.tuple(names, fc.oneof(fc.json(), fc.string(), fc.constantFrom('1', 'true'))));
    fc.assert(fc.property(pairs, (list) => void outcome(type, new URLSearchParams(list).toString())));
  });
});

test('names that JavaScript has plans for do no harm', () => {
  const { params } = modulePatchBody(FORM, 'params[__proto__]=1&params[constructor]=2');
  expect(Object.keys(params!)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(params)).toBe(Object.prototype);
  expect(() => modulePatchBody(FORM, '__proto__=1')).toThrow(/__proto__: no such field/);
  expect(() => modulePatchBody(JSON_TYPE, '{"__proto__":{"enabled":true}}')).toThrow(/__proto__: no such field/);
  expect(({} as { enabled?: boolean }).enabled).toBeUndefined();
});

test('every field that is wrong is named', () => {
  expect(() => modulePatchBody(JSON_TYPE, '{"enabled":1,"params":[],"params_b64":2,"colour":3}')).toThrow(
    /enabled: .*params: .*params_b64: .*colour: /,
  );
});

test('a form says the same as JSON', () => {
  expect(modulePatchBody(FORM, 'enabled=1&params[a]=0.5&params[b[1].x]=true&params[c]=text&params[d]=[1,2]')).toEqual(
    modulePatchBody(JSON_TYPE, '{"enabled":true,"params":{"a":0.5,"b[1].x":true,"c":"text","d":[1,2]}}'),
  );
});

test('a hundred thousand wrong names are answered in few words', () => {
  const names = Array.from({ length: 100_000 }, (_, number) => `name${number}`);
  const bodies = [
    ['application/json', JSON.stringify(Object.fromEntries(names.map((name) => [name, 0])))],
    ['application/x-www-form-urlencoded', names.map((name) => `${name}=0`).join('&')],
    ['application/x-www-form-urlencoded', 'enabled=1&'.repeat(100_000)],
    ['application/json', JSON.stringify({ ['x'.repeat(1_000_000)]: 0 })],
  ] as const;
  for (const [type, body] of bodies) {
    try {
      modulePatchBody(type, body);
      expect.unreachable();
    } catch (error) {
      expect((error as AppError).code).toBe('invalid_body');
      expect((error as AppError).message.length).toBeLessThan(60_000);
    }
  }
});
