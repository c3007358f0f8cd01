import { expect, test } from 'vitest';
import type { ParamField } from '../../../contract/modules.ts';
import { inputSizeOf } from './input-size.ts';

const file = { width: 6048, height: 4024 };
const module = (operation: string, params: Record<string, number> = {}, enabled = true) => ({
  operation,
  enabled,
  params,
  fields: Object.keys(params).map((name) => ({ name, type: 'number' }) as unknown as ParamField),
});
const borders = { left: 8, top: 4, right: 40, bottom: 12 };

test('the borders of a raw file do not reach the module', () => {
  expect(inputSizeOf(file, [module('exposure'), module('rawprepare', borders)])).toEqual({ width: 6000, height: 4008 });
  expect(inputSizeOf(file, [module('rawprepare', { x: 8, y: 4, width: 40, height: 12 })])).toEqual({
    width: 6000,
    height: 4008,
  });
});

test('a picture that is not raw has the size of its file', () => {
  expect(inputSizeOf(file, [])).toEqual(file);
  expect(inputSizeOf(file, [module('rawprepare', borders, false)])).toEqual(file);
});

test('of a sensor whose pixels are turned or stretched before it is not known', () => {
  expect(inputSizeOf(file, [module('rotatepixels')])).toBeUndefined();
  expect(inputSizeOf({ width: null, height: null }, [])).toBeUndefined();
  expect(inputSizeOf({ width: 10, height: 10 }, [module('rawprepare', borders)])).toBeUndefined();
});
