import { expect, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { closingStack } from './closing-stack.ts';

test('parts are closed once, the last one first, and one that fails keeps no other open', async () => {
  const closed: string[] = [];
  const part = (name: string) => ({ name, close: () => void closed.push(name) });
  const closing = closingStack(silentLog());
  expect(closing.add(part('first')).name).toBe('first');
  closing.add({
    close: () => {
      closed.push('second');
      throw new Error('no room');
    },
  });
  closing.add(part('third'));
  await closing.close();
  await closing.close();
  expect(closed).toEqual(['third', 'second', 'first']);
});
