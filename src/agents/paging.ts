import { z } from 'zod';

/** How tools that list things take a page. */
export const pageFields = (most: number, usual: number) => ({
  offset: z.number().int().min(0).max(2_147_483_647).optional().describe('Place of the first one; default 0'),
  limit: z.number().int().min(1).max(most).optional().describe(`Default ${usual}`),
});

/** What stands beside a page in an answer. */
export const pageOutput = {
  total: z.number().int().optional(),
  next_offset: z.number().int().optional().describe('Where the next page begins; absent: these were all'),
};
