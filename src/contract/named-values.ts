import { z } from 'zod';

/**
 * An object of any names, each with any value, handed on as it came. zod's own `record` leaves a field called `__proto__` out and says nothing,
 * so nobody could tell that it is unknown.
 */
export const namedValues = (expected = 'an object') =>
  z
    .custom<Record<string, unknown>>(
      (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      expected,
    )
    .meta({ override: { type: 'object', additionalProperties: {} } });
