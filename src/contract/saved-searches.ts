import { z } from 'zod';

/** More than anybody finds their way in. */
export const MOST_SEARCHES = 500;

export const NewSearch = z.strictObject({
  name: z.string().trim().min(1, 'a name').max(200, 'at most 200 characters'),
  query: z
    .string()
    .max(8000, 'at most 8000 characters')
    .regex(/^[^?#\s]*$/, 'the query of an address, without its ?')
    .describe("What stands behind `?` in the gallery's address; empty: all images"),
});
export type NewSearch = z.infer<typeof NewSearch>;

export const SavedSearch = NewSearch.extend({ id: z.int().min(1) }).meta({ id: 'SavedSearch' });
export type SavedSearch = z.infer<typeof SavedSearch>;

export const SavedSearchList = z.object({ items: z.array(SavedSearch) }).meta({ id: 'SavedSearchList' });
