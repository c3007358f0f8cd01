import { expect, test, vi } from 'vitest';

test('what is waited for may take longer than a second', async () => {
  const begun = performance.now();
  await Promise.all([
    vi.waitFor(() => expect(performance.now() - begun).toBeGreaterThan(1_200)),
    vi.waitUntil(() => performance.now() - begun > 1_200),
  ]);
});
