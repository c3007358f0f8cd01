/**
 * For a process with an environment of its own: where it finds the program compiled (vitest.config.ts). Without it, loading
 * the sources takes a second of the processor's time, with it half of that.
 */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
