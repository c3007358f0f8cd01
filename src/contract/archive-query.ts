import { z } from 'zod';
import { ARCHIVE_VARIABLES, LONGEST_PATTERN, OWN_NAME, unknownVariable } from './archive-names.ts';

const HOW = `With darktable's variables: ${ARCHIVE_VARIABLES.map((name) => `\`$(${name})\``).join(', ')}. A slash makes a folder. Of two equal names the second gets a number`;

export const ArchivePattern = z
  .string()
  .min(1, 'at least one character')
  .max(LONGEST_PATTERN, `at most ${LONGEST_PATTERN} characters`)
  .refine((pattern) => unknownVariable(pattern) === null, {
    error: ({ input }) =>
      `without ${unknownVariable(input as string) ?? ''}: there are ${ARCHIVE_VARIABLES.map((name) => `$(${name})`).join(', ')}`,
  })
  .describe(`How the pictures are named. ${HOW}`)
  .meta({ override: { type: 'string' } });

export const ArchiveQuery = z.strictObject({
  pattern: ArchivePattern.optional().describe(
    `How the pictures are named; if omitted, as the recipe says, otherwise \`${OWN_NAME}\`. ${HOW}`,
  ),
});
export type ArchiveQuery = z.infer<typeof ArchiveQuery>;
