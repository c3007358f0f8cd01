import { expect, test } from 'vitest';
import type { StoredMark } from '../../contract/guest-proof.ts';
import { merged, type PendingMark, UNMARKED, withoutFull } from './merged.ts';

const stored = (version: number, mark: Partial<StoredMark> = {}): StoredMark => ({ ...UNMARKED, ...mark, version });
const pending = (mark: Partial<StoredMark>, seen = stored(0), sent: PendingMark['sent'] = []): PendingMark => ({
  mark: { ...UNMARKED, ...mark },
  seen,
  sent,
});

test('what the server has is not sent again', () => {
  const sent = pending({ favorite: true }, stored(0), [{ ...UNMARKED, favorite: true }]);
  expect(merged(sent, stored(1, { favorite: true }))).toEqual({ pending: null, lost: [] });
});

test('as long as nothing is new, everything waits', () => {
  const waiting = pending({ stars: 3 });
  expect(merged(waiting, stored(0))).toEqual({ pending: waiting, lost: [] });
});

test('two devices that say different things of a picture are both heard', () => {
  expect(merged(pending({ favorite: true }), stored(1, { stars: 4 }))).toEqual({
    pending: { mark: { favorite: true, stars: 4, verdict: null }, seen: stored(1, { stars: 4 }), sent: [] },
    lost: [],
  });
});

test('where two devices say the same thing otherwise, the first is kept and the guest is told', () => {
  expect(merged(pending({ stars: 2, favorite: true }), stored(1, { stars: 5 }))).toEqual({
    pending: { mark: { favorite: true, stars: 5, verdict: null }, seen: stored(1, { stars: 5 }), sent: [] },
    lost: ['stars'],
  });
  expect(merged(pending({ verdict: 'yes' }), stored(1, { verdict: 'yes' }))).toEqual({ pending: null, lost: [] });
});

test('an answer that was lost is no other device: what came after it is kept', () => {
  const changedMeanwhile = pending({ stars: 2 }, stored(0), [{ ...UNMARKED, stars: 5 }]);
  expect(merged(changedMeanwhile, stored(1, { stars: 5 }))).toEqual({
    pending: { mark: { ...UNMARKED, stars: 2 }, seen: stored(1, { stars: 5 }), sent: [] },
    lost: [],
  });
});

test('a server that was put back to an earlier day hears it again', () => {
  expect(merged(pending({ stars: 2 }, stored(4, { stars: 1 })), stored(0))).toEqual({
    pending: { mark: { ...UNMARKED, stars: 2 }, seen: stored(0), sent: [] },
    lost: [],
  });
});

test('where there is no more room, the rest is still said', () => {
  const all = { favorite: true, verdict: false };
  expect(withoutFull(pending({ favorite: true, stars: 3, verdict: 'yes' }), all)).toEqual({
    pending: { mark: { favorite: false, stars: 3, verdict: 'yes' }, seen: stored(0), sent: [] },
    lost: ['favorite'],
  });
  expect(withoutFull(pending({ favorite: true }), all)).toEqual({ pending: null, lost: ['favorite'] });
});
