import type { SecretCost } from '../settings/secret-hash.ts';

/** Of the clients of tests. A hash says what it cost, so it is checked as any other. The real cost has its tests in clients.test.ts. */
export const CHEAP_SECRET: SecretCost = { N: 16, r: 1, p: 1 };
