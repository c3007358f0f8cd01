const VARIABLE = 'SAFELIGHT_TESTS_LEFT_OUT';

/** Tells vitest.config.ts which test files not to run: what a computer lacks a program for, or what has its turn at another moment. */
export const leavingOut = (files: readonly string[]): Record<string, string> => ({ [VARIABLE]: files.join(',') });

export const filesLeftOut = (): string[] => (process.env[VARIABLE] ?? '').split(',').filter(Boolean);
