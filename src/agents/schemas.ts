import { z } from 'zod';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';

/**
 * A schema that tells a client the shape and checks nothing: arguments are read by `readArguments`, which is kinder to small models and says more.
 * Made once, as deriving it anew would cost each list of tools some milliseconds.
 */
export function toldSchema(schema: z.ZodObject): StandardSchemaWithJSON<Record<string, unknown>> {
  const { $schema: _, ...told } = z.toJSONSchema(schema, {
    io: 'input',
    // That a number is whole is said by its type: its bounds alone were a third of the list of tools.
    override({ jsonSchema }) {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return {
    '~standard': {
      version: 1,
      vendor: 'safelight',
      validate: (value) => ({ value: value as Record<string, unknown> }),
      jsonSchema: { input: () => told, output: () => told },
    },
  };
}
