import { z } from 'zod';

/**
 * An object with any names and values, passed on unchanged. zod's `record` silently drops a field called `__proto__`, so it could not be
 * reported as unknown.
 */
export const namedValues = (expected = 'an object') =>
  z
    .custom<Record<string, unknown>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      expected,
    )
    .meta({ override: { type: 'object', additionalProperties: {} } });
