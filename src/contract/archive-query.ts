import { z } from 'zod';
import { ARCHIVE_VARIABLES, LONGEST_PATTERN, OWN_NAME, unknownVariable } from './archive-names.ts';

export const ArchiveQuery = z.strictObject({
  pattern: z
    .string()
    .min(1, 'at least one character')
    .max(LONGEST_PATTERN, `at most ${LONGEST_PATTERN} characters`)
    .refine((pattern) => unknownVariable(pattern) === null, {
      error: ({ input }) =>
        `without ${unknownVariable(input as string) ?? ''}: there are ${ARCHIVE_VARIABLES.map((name) => `$(${name})`).join(', ')}`,
    })
    .default(OWN_NAME)
    .describe(
      `How the pictures are named, with darktable's variables: ${ARCHIVE_VARIABLES.map((name) => `\`$(${name})\``).join(', ')}. A slash makes a folder. Of two equal names the second gets a number`,
    )
    .meta({ override: { type: 'string', default: OWN_NAME } }),
});
export type ArchiveQuery = z.infer<typeof ArchiveQuery>;
