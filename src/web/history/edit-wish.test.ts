import { expect, test } from 'vitest';
import { answered, askWhen, askWhichEdits, wishNow } from './edit-wish.ts';

const when = (count: number) =>
  askWhen({
    change: { is: 'pasted', from: 'a.jpg' },
    count,
    outlook: { seconds: 9, refusedNow: null },
    onChoose: () => undefined,
  });

test('what is asked waits until what was asked before is answered', () => {
  expect(wishNow()).toBeNull();
  askWhichEdits({ is: 'style', ids: [1] });
  when(20);
  when(30);
  const first = wishNow()!;
  expect(first).toMatchObject({ is: 'style', ids: [1] });
  answered(first);
  const second = wishNow()!;
  expect(second).toMatchObject({ is: 'when', count: 20 });
  // Closed and answered, as dialogs do: the third is not lost with it.
  answered(second);
  answered(second);
  expect(wishNow()).toMatchObject({ is: 'when', count: 30 });
  answered(wishNow()!);
  expect(wishNow()).toBeNull();
});
