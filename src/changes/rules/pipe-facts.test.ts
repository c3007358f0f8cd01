import { expect, test } from 'vitest';
import { factsOfRelease, learnRelease } from '../../darktable/release-facts.ts';
import { pipeFacts } from './pipe-facts.ts';

test('of a release that is not known, the reason is told, and what it says of itself is used', () => {
  const unknown = 58;
  learnRelease({ why: 'it ended with SIGSEGV' });
  expect(pipeFacts(unknown)).toMatchObject({
    whyNoOrder:
      'Safelight does not know the order of its modules: the installed darktable could not be asked: it ended with SIGSEGV.',
    newestOrder: [],
  });
  expect(pipeFacts(unknown).firstOrder(true)).toBeNull();
  learnRelease({ ...factsOfRelease('5.4.1')!, release: '5.8.0', schema: unknown });
  expect(pipeFacts(unknown).firstOrder(true)).toEqual({ version: 4, list: null });
  expect(pipeFacts(unknown).newestOrder).toContain('agx');
});
