import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { startIndex, type TestIndex, type TestIndexOptions } from './start-index.ts';

/** An index that is closed and deleted when the test ends. */
export async function indexOfTest(options: TestIndexOptions = {}): Promise<TestIndex> {
  const started = await startIndex(options);
  onTestFinished(() => started.close());
  return started;
}

/** Sets the stars of an image in the library. */
export const rate = (it: TestIndex, id: number, stars: number) =>
  it.fixture.change('UPDATE images SET flags = (flags & ~15) | ? WHERE id = ?', stars, id);

/** Asks until the answer is true. */
export async function until<T>(ask: () => T | Promise<T>, isSo: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const answer = await Promise.resolve()
      .then(ask)
      .catch((error: unknown) => error as T);
    if (isSo(answer)) return answer;
    if (tries > 400) throw new Error(`It did not become so: ${JSON.stringify(answer).slice(0, 300)}`);
    await sleep(50);
  }
}
