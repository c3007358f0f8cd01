/** Test files that need a program of the system. Where it is missing they are not run, and `npm test` says so; in CI that is a failure. */
export const neededPrograms: Record<string, readonly string[]> = {};
