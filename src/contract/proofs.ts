import { z } from 'zod';
import {
  LINK_PREVIEWS,
  MOST_PROOF_LINKS,
  MOST_PROOF_PICTURES,
  PROOF_DAYS,
  PROOF_DOWNLOADS,
  PROOF_GUESTS,
  PROOF_ORDERS,
  SHORTEST_PASSWORD,
  VERDICTS,
} from './proof-choices.ts';
import { PublicationSource } from './publications.ts';
import { KEPT } from './recipe-formats.ts';

/** More than anybody finds their way in. */
export const MOST_PROOFS = 200;

const line = (most: number) => z.string().trim().max(most, `at most ${most} characters`);
const most = z.int().min(1).max(MOST_PROOF_PICTURES).nullable().default(null);

/** What of a proof can be changed while guests look at it. */
const fields = {
  title: line(100).min(1, 'a title'),
  welcome: line(2_000).default(''),
  order: z.enum(PROOF_ORDERS).default('taken').describe('`given`: as the images were named, or the album has them'),
  allows: z
    .strictObject({
      favorite: z.boolean().default(true),
      stars: z.boolean().default(false),
      verdict: z.boolean().default(false).describe('Yes, maybe or no'),
      comments: z.boolean().default(true).describe('On a picture, or at a point of it'),
      final_text: z.boolean().default(true).describe('A text at the end'),
    })
    .prefault({})
    .describe('What guests may do'),
  most_favorites: most.describe('Of each guest, or of all where they share their marks; null: any number'),
  most_yes: most.describe('As `most_favorites`'),
  shows_others: z.boolean().default(false).describe('Whether guests see the marks and comments of other guests'),
  shows_names: z.boolean().default(false).describe('Whether guests see file names'),
  downloads: z.enum(PROOF_DOWNLOADS).default('none'),
  archive: z.boolean().default(false).describe('Whether what may be downloaded can be had as a ZIP as well'),
  keep: z.array(z.enum(KEPT)).default([]).describe('The metadata in the pictures; nothing else is in them'),
  watermark: line(60).default('').describe('A text in the pixels of all pictures; empty: none'),
  link_preview: z
    .enum(LINK_PREVIEWS)
    .default('title')
    .describe(
      'What messengers show of the link. With a password always `neutral`; `picture` is the first one, with its watermark',
    ),
  quiet_minutes: z
    .int()
    .min(1)
    .max(1_440)
    .nullable()
    .default(10)
    .describe(
      'A changed edit is shown after so many minutes without a further change; null: when the photographer says so',
    ),
  expires_at: z.iso.datetime({ offset: true }).optional().describe(`If omitted, in ${PROOF_DAYS} days`),
};

const password = z
  .string()
  .trim()
  .min(SHORTEST_PASSWORD, `at least ${SHORTEST_PASSWORD} characters`)
  .max(200)
  .nullable()
  .optional()
  .describe('null or omitted at first: none. Spaces around it do not count');

export const NewProof = z
  .strictObject({
    ...fields,
    guests: z.enum(PROOF_GUESTS).default('each'),
    source: PublicationSource.describe('The pictures as they are found now: a fixed list from then on'),
    password,
    links: z
      .array(line(100).min(1, 'a name'))
      .max(MOST_PROOF_LINKS)
      .default([])
      .describe('For `named`: the guests, who get a link each. Otherwise empty: there is one link'),
  })
  .meta({ id: 'NewProof' });
export type NewProof = z.infer<typeof NewProof>;

/** What is not sent stays as it is; `password: null` removes it. */
export const ProofChange = z
  .strictObject({
    ...(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, unwrapped(schema).optional()])) as {
      [Name in keyof typeof fields]: z.ZodOptional<z.ZodType<z.infer<(typeof fields)[Name]>>>;
    }),
    password,
    add: z.array(z.int().min(0)).max(MOST_PROOF_PICTURES).optional().describe('Image ids that come to it'),
    take_out: z.array(z.string()).max(MOST_PROOF_PICTURES).optional().describe('Keys of pictures that leave it'),
  })
  .meta({ id: 'ProofChange' });
export type ProofChange = z.infer<typeof ProofChange>;

/** Defaults are for what is made, not for what is changed. */
function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? unwrapped(schema.unwrap() as z.ZodType)
    : schema;
}

export const ProofLink = z.object({
  id: z.int(),
  name: z.string().nullable().describe('Of the guest that it is for; null: for all'),
  created_at: z.string(),
});
export type ProofLink = z.infer<typeof ProofLink>;

export const NewLink = z
  .strictObject({
    name: line(100)
      .min(1, 'a name')
      .nullable()
      .default(null)
      .describe('Of the guest; for `named` alone, and there needed'),
  })
  .meta({ id: 'NewProofLink' });

/** Where a link leads to. Its secret is told once. */
export const NewProofLink = ProofLink.extend({
  path: z.string().describe('Below each of `GET /api/v1/proofs/addresses`. Safelight keeps only its hash'),
}).meta({ id: 'ProofLinkMade' });
export type NewProofLink = z.infer<typeof NewProofLink>;

/** `internet`: for everybody; `network`: for devices in the own network; `computer`: for this one alone. */
export const ProofAddress = z.object({
  url: z.url(),
  reach: z.enum(['internet', 'network', 'computer']),
  is_secure: z.boolean(),
});
export type ProofAddress = z.infer<typeof ProofAddress>;
export const ProofAddressList = z.object({ items: z.array(ProofAddress) }).meta({ id: 'ProofAddressList' });

export const PROOF_STATES = ['open', 'expired', 'ended'] as const;

export const Proof = z
  .object({
    ...fields,
    expires_at: z.string(),
    id: z.int(),
    guests: z.enum(PROOF_GUESTS),
    has_password: z.boolean(),
    is_shown: z.boolean().describe('Whether its pictures are of the library that is shown'),
    state: z.enum(PROOF_STATES),
    created_at: z.string(),
    pictures: z.int(),
    made: z.int().describe('How many of them guests can see by now'),
    failed: z.int(),
    problem: z.string().nullable().describe('Why nothing is made at present; null: nothing keeps it'),
    changed: z.int().describe('How many have an edit that guests do not see yet'),
    matching: z.int().describe('How many new images its search would find; they can be added'),
    guests_seen: z.int(),
    guests_done: z.int(),
    marked: z.int().describe('How many pictures have a mark or a comment'),
    links: z.array(ProofLink),
    visits: z.array(z.object({ day: z.string(), visits: z.int() })).describe('The last 60 days that had any'),
  })
  .meta({ id: 'Proof' });
export type Proof = z.infer<typeof Proof>;
export const ProofList = z.object({ items: z.array(Proof) }).meta({ id: 'ProofList' });

export const ProofMade = z.object({ proof: Proof, links: z.array(NewProofLink) }).meta({ id: 'ProofMade' });
export type ProofMade = z.infer<typeof ProofMade>;

const MARKED = ['anything', 'favorite', 'stars', ...VERDICTS, 'comment'] as const;
/** Which file names are asked for. */
export const ProofFileNamesQuery = z.strictObject({
  marked: z.enum(MARKED).default('anything').describe('What was said of the picture'),
  guest: z
    .string()
    .regex(/^\d{1,15}$/, 'the id of a guest')
    .transform(Number)
    .optional()
    .describe('By whom; if omitted, by anybody')
    .meta({ override: { type: 'integer' } }),
});
export type ProofFileNamesQuery = z.output<typeof ProofFileNamesQuery>;

/** What its search finds that is not in it. */
export const ProofMatches = z.object({ image_ids: z.array(z.int()) }).meta({ id: 'ProofMatches' });

/** What a guest says of a picture. */
export const Mark = z.object({
  favorite: z.boolean(),
  stars: z.int().min(0).max(5),
  verdict: z.enum(VERDICTS).nullable(),
});
export type Mark = z.infer<typeof Mark>;
export const UNMARKED: Mark = { favorite: false, stars: 0, verdict: null };

/** From the left and the top of the picture as its guest saw it, 0 to 1. */
export const Point = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type Point = z.infer<typeof Point>;

export const ProofComment = z.object({
  id: z.int(),
  picture: z.string(),
  guest: z.int(),
  text: z.string(),
  point: Point.nullable().describe('On the picture as it is now; null: none, or `is_earlier`'),
  is_earlier: z.boolean().describe('It was made on a version whose points cannot be found in the present one'),
  at: z.string(),
});
export type ProofComment = z.infer<typeof ProofComment>;

/** All that guests said. */
export const ProofMarks = z
  .object({
    pictures: z.array(
      z.object({
        picture: z.string().describe('Its key in this proof'),
        image_id: z.int().nullable().describe('null: it is not in the library any more'),
        filename: z.string(),
      }),
    ),
    guests: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        link: z.int(),
        done_at: z.string().nullable(),
        final_text: z.string(),
      }),
    ),
    marks: z.array(Mark.extend({ picture: z.string(), guest: z.int(), at: z.string() })),
    comments: z.array(ProofComment),
  })
  .meta({ id: 'ProofMarks' });
export type ProofMarks = z.infer<typeof ProofMarks>;
