import { describe, expect, test } from 'vitest';
import type { ImageChange } from '../../../contract/image-change.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import { type Marks, marksBefore } from '../marks.ts';
import { changedMeanwhile } from './meanwhile.ts';
import type { WaitingChange } from './waiting-change.ts';

const plain = { id: 7, rating: 2, color_labels: ['red'], tags: ['sea'], title: null, latitude: null };
const picture = (change: Partial<ImageRecord> = {}) => ({ ...plain, ...change }) as ImageRecord;
const waiting = (change: ImageChange, before: [number, Marks][] = [[7, marksBefore(change, picture(), undefined)]]) =>
  ({ what: { is: 'change', change }, before }) as WaitingChange;

describe('a change that had to wait meets another one', () => {
  test.each<[string, ImageChange, Partial<ImageRecord>, boolean]>([
    ['nobody was there', { rating: 4 }, {}, false],
    ['other stars', { rating: 4 }, { rating: 1 }, true],
    ['the same stars', { rating: 4 }, { rating: 4 }, false],
    ['rejected meanwhile', { rating: 4 }, { rating: -1 }, true],
    ['stars where it was to be rejected', { rejected: true }, { rating: 5 }, false],
    ['another field', { rating: 4 }, { color_labels: ['blue'], tags: [], title: 'Cliffs' }, false],
    ['its label was taken away, which is wanted', { color_labels: { remove: ['red'] } }, { color_labels: [] }, false],
    ['a tag came that is wanted', { tags: { add: ['rock'] } }, { tags: ['sea', 'rock'] }, false],
    ['another tag came', { tags: { add: ['rock'] } }, { tags: ['sea', 'sand'] }, false],
    ['another title', { title: 'Coast' }, { title: 'Cliffs' }, true],
    ['a place came where none was wanted', { latitude: null }, { latitude: 48.1 }, true],
    ['another place', { latitude: 12 }, { latitude: 48.1 }, true],
  ])('%s', (_, change, now, isConflict) => {
    expect(changedMeanwhile(waiting(change), picture(now)) !== null).toBe(isConflict);
  });

  test('what nobody saw when it was decided is overwritten', () => {
    expect(changedMeanwhile(waiting({ rating: 4 }, []), picture({ rating: 1 }))).toBeNull();
  });
});
