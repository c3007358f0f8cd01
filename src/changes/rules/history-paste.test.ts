import { expect, test } from 'vitest';
import { appended } from './history-paste.ts';
import { pipeFacts } from './pipe-facts.ts';
import type { Row } from '../writing/row-changes.ts';

const facts = pipeFacts(56);
const order = facts.firstOrder(true);

/** A step of exposure, with the correction as its parameters. */
const exposure = (num: number, instance: number, name: string, isTyped: boolean, ev: string): Row => ({
  imgid: 1n,
  num: BigInt(num),
  operation: 'exposure',
  module: 6n,
  op_params: Buffer.from(ev),
  enabled: 1n,
  multi_priority: BigInt(instance),
  multi_name: name,
  multi_name_hand_edited: isTyped ? 1n : 0n,
});

// As 5.0.1 and 5.4.1 do with a style (measured).
test.each<[what: string, name: string, isTyped: boolean, instance: bigint, newName: string]>([
  ['another name that nobody typed', 'another', false, 2n, '2'],
  ['another name that somebody typed', 'another', true, 2n, 'another'],
  ['the same name that nobody typed', 'sky', false, 1n, '1'],
  ['the same name that somebody typed', 'sky', true, 1n, 'sky'],
])('an instance of %s replaces none but that of its name', (_what, name, isTyped, instance, newName) => {
  const steps = [exposure(0, 0, '', false, '0'), exposure(1, 1, 'sky', false, '0.25')];
  const copied = [exposure(0, 1, name, isTyped, '-3')];
  const after = appended(
    { imageId: 1n, isRaw: true },
    { end: 2, steps, masks: [], order },
    { copied, shapes: [], order },
    facts,
  );
  if (typeof after === 'string') throw new Error(after);
  expect(after.steps.at(-1)).toMatchObject({ multi_priority: instance, multi_name: newName });
});
