import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { WriteQueue } from './write-queue.ts';

function queue(rollBack: () => void = () => undefined) {
  const warnings: unknown[] = [];
  const log = Object.assign(silentLog(), { warn: (...words: unknown[]) => void warnings.push(...words) });
  const writes = new WriteQueue(log, rollBack);
  onTestFinished(() => writes.close());
  return { writes, warnings };
}

const CHECKED = 'What was interrupted could not be checked';

test('while the library stays half written, nobody looks how a write ended; afterwards all kinds of changes do', async () => {
  let isLocked = true;
  const done: string[] = [];
  const { writes, warnings } = queue(() => {
    if (isLocked) throw new Error('the library is locked');
    done.push('rolled back');
  });
  writes.onRecover('Interrupted edits', () => void done.push('edits'));
  writes.onRecover('Interrupted changes', () => void done.push('changes'));
  for (const name of ['first', 'second']) await writes.inTurn(() => Promise.resolve(done.push(name)));
  expect(done).toEqual(['first', 'second']);
  expect(warnings).toEqual([{ what: 'A half-written library', reason: 'the library is locked' }, CHECKED]);
  isLocked = false;
  await writes.inTurn(() => Promise.resolve(done.push('third')));
  expect(done.slice(2)).toEqual(['rolled back', 'edits', 'changes', 'third']);
});

test('one kind of change that cannot look does not keep the others from it, and is asked again before the next write', async () => {
  let isBroken = true;
  const done: string[] = [];
  const { writes, warnings } = queue();
  writes.onRecover('Interrupted edits', () => {
    if (isBroken) throw new Error('no journal');
    done.push('edits');
  });
  writes.onRecover('Interrupted changes', () => void done.push('changes'));
  await writes.inTurn(() => Promise.resolve());
  expect(done).toEqual(['changes', 'changes']);
  isBroken = false;
  await writes.inTurn(() => Promise.resolve());
  expect(done.slice(2)).toEqual(['edits', 'changes']);
  expect(warnings).toEqual([{ what: 'Interrupted edits', reason: 'no journal' }, CHECKED]);
});

test('a write that fails does not keep the next one from its turn', async () => {
  const { writes } = queue();
  const failed = expect(writes.inTurn(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(await writes.inTurn(() => Promise.resolve('written'))).toBe('written');
  await failed;
});
