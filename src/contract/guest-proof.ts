import { z } from 'zod';
import { LONGEST_COMMENT, LONGEST_GUEST_NAME } from './guest-limits.ts';
import { PROOF_DOWNLOADS, PROOF_GUESTS } from './proof-choices.ts';
import { Mark, Point } from './proofs.ts';

export { GUEST_SIZES, LONGEST_COMMENT, LONGEST_GUEST_NAME, type GuestSize } from './guest-limits.ts';

/*
 * What the page of a guest and the listener for guests say to each other, all below `/p/<secret>/`:
 *
 *     GET  /p/<secret>                          the page: the same for every link, also for those that open nothing
 *     GET  state                                GuestState; with `ETag`, so that nothing new costs nothing
 *     POST enter      GuestEntry                opens the door: GuestState, and the guest's cookie; otherwise GuestDenial
 *     POST code                                 GuestCode, for a second device of this guest
 *     POST visit                                a gesture was made: counts a visit of this day
 *     GET  picture/<key>/<size>?v=<version>     JPEG; size: one of GUEST_SIZES
 *     PUT  mark/<key> GuestMark                 StoredMark
 *     POST comment    GuestComment              GuestState's comment
 *     DELETE comment/<id>                       one's own
 *     PUT  final-text { text }                  204
 *     POST done                                 GuestState: nothing can be marked until the photographer opens it again
 *     GET  archive/<web|full>                   ZIP
 *     GET  download/<key>/<web|full>            one picture, as a file
 *     GET  preview.jpg                          for messengers, where the photographer wants it
 *
 * What may not be is 404 without a word about why; a refused mark is 409 with GuestRefusal. Assets are below `/p/a/`, by the names of
 * the files in `dist/guest`, of which `index.html` is the page.
 */

/** A picture as guests may see it. */
export const GuestPicture = z.object({
  key: z.string(),
  /** Of the rendition; null: it is not made yet. */
  version: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  /** Where names are shown. */
  name: z.string().optional(),
  /** When guests could first see this version, in Unix milliseconds: for what changed since one was here. */
  since: z.int(),
});
export type GuestPicture = z.infer<typeof GuestPicture>;

/** Increases with each change of the mark. */
const version = z.int().min(0);
export const StoredMark = Mark.extend({ version });
export type StoredMark = z.infer<typeof StoredMark>;

export const GuestComment = z.strictObject({
  /** Of the sender's making, so that what is sent twice is one comment. */
  id: z.uuid(),
  picture: z.string().max(40),
  text: z.string().max(LONGEST_COMMENT),
  point: Point.nullable().default(null),
  /** The rendition on which the point was made. */
  on: z.string().max(100).nullable().default(null),
});
export type GuestComment = z.infer<typeof GuestComment>;

export const ToldComment = z.object({
  id: z.uuid(),
  picture: z.string(),
  text: z.string(),
  point: Point.nullable(),
  is_earlier: z.boolean(),
  by: z.string().nullable().describe('null: oneself'),
  at: z.int(),
});
export type ToldComment = z.infer<typeof ToldComment>;

/** `password` and `name`: what `enter` asks for. Nothing else is told before. */
export const GuestState = z.discriminatedUnion('is', [
  z.object({ is: z.literal('closed'), needs: z.array(z.enum(['password', 'name'])) }),
  z.object({
    is: z.literal('open'),
    title: z.string(),
    welcome: z.string(),
    expires_at: z.string(),
    guests: z.enum(PROOF_GUESTS),
    /** Of this guest; null: all share their marks. */
    name: z.string().nullable(),
    allows: z.object({
      favorite: z.boolean(),
      stars: z.boolean(),
      verdict: z.boolean(),
      comments: z.boolean(),
      final_text: z.boolean(),
    }),
    most_favorites: z.int().nullable(),
    most_yes: z.int().nullable(),
    downloads: z.enum(PROOF_DOWNLOADS),
    archive: z.boolean(),
    is_done: z.boolean(),
    final_text: z.string(),
    /** When this guest was here before, in Unix milliseconds; null: never. */
    here_before: z.int().nullable(),
    pictures: z.array(GuestPicture),
    /** By key; what is missing is unmarked, at version 0. */
    marks: z.record(z.string(), StoredMark),
    /** Marks of others by key, where they are shown. */
    others: z.record(z.string(), z.array(Mark.extend({ by: z.string() }))),
    comments: z.array(ToldComment),
  }),
]);
export type GuestState = z.infer<typeof GuestState>;

export const GuestEntry = z.strictObject({
  password: z.string().max(400).optional(),
  name: z.string().max(LONGEST_GUEST_NAME).optional(),
  /** On a second device: what the first one shows. */
  code: z.string().max(20).optional(),
});
export type GuestEntry = z.infer<typeof GuestEntry>;

/**
 * Why the door stays shut: `password`, `code` and `name` were sent and are not right (403), `crowded`: there are too many guests (403),
 * `wait`: too many tries (429, with `Retry-After`), `not-secure`: a password is for encrypted connections alone (403, also to `state`).
 */
export const GuestDenial = z.object({ why: z.enum(['password', 'code', 'name', 'crowded', 'wait', 'not-secure']) });
export type GuestDenial = z.infer<typeof GuestDenial>;

export const GuestCode = z.object({ code: z.string() });
export type GuestCode = z.infer<typeof GuestCode>;

/** `version`: the one that the guest saw; of two that saw the same one, the first is kept. The same mark again is no conflict. */
export const GuestMark = z.strictObject({ ...Mark.shape, version });
export type GuestMark = z.infer<typeof GuestMark>;

/**
 * Why something is not stored: `full`, as many are marked as may be; `done`, the guest has ended; `newer`, another device said something
 * else meanwhile, which `mark` tells; `too-many`, more in a minute or in all than anybody makes.
 */
export const GuestRefusal = z.object({
  why: z.enum(['full', 'done', 'newer', 'too-many']),
  mark: StoredMark.optional(),
});
export type GuestRefusal = z.infer<typeof GuestRefusal>;
