import { z } from 'zod';

/** darktable's mipmap levels: bounding boxes in pixels. */
export const PREVIEW_LEVELS = [
  { name: 'thumb', level: 0, width: 180, height: 110 },
  { name: 'small', level: 1, width: 360, height: 225 },
  { name: 'medium', level: 2, width: 720, height: 450 },
  { name: 'large', level: 3, width: 1440, height: 900 },
  { name: 'xlarge', level: 4, width: 1920, height: 1200 },
  { name: '5', level: 5, width: 2560, height: 1600 },
] as const;
export type PreviewLevel = 0 | 1 | 2 | 3 | 4 | 5;

const sizes = ['thumb', 'small', 'medium', 'large', 'xlarge', '0', '1', '2', '3', '4', '5'] as const;
const allowed = 'thumb, small, medium, large, xlarge or 0 to 5';

export const PreviewQuery = z.strictObject({
  size: z
    .enum(sizes, allowed)
    .optional()
    .default('medium')
    .transform((size): PreviewLevel => {
      const named = PREVIEW_LEVELS.find(({ name }) => name === size);
      return named ? named.level : (Number(size) as PreviewLevel);
    })
    .describe('The preview fits into 180×110, 360×225, 720×450, 1440×900, 1920×1200 or (5) 2560×1600 pixels')
    .meta({ override: { type: 'string', enum: [...sizes], default: 'medium' } }),
  fit: z
    .enum(['1', '0', 'true', 'false'], '1 or 0')
    .optional()
    .transform((word) => word === '1' || word === 'true')
    .describe('1: scale a larger local or embedded picture down to this size')
    .meta({ override: { type: 'string', enum: ['1', '0', 'true', 'false'] } }),
  original: z
    .enum(['1', '0', 'true', 'false'], '1 or 0')
    .optional()
    .transform((word) => word === '1' || word === 'true')
    .describe('1: the photograph without edits: the file itself or its embedded preview')
    .meta({ override: { type: 'string', enum: ['1', '0', 'true', 'false'] } }),
  v: z.string().max(200).optional().describe('Ignored. Put `preview_version` here to bypass caches'),
});
export type PreviewQuery = z.infer<typeof PreviewQuery>;

/** Where a preview comes from. */
export const PREVIEW_SOURCES = ['bridge', 'darktable', 'local', 'embedded'] as const;
export type PreviewSource = (typeof PREVIEW_SOURCES)[number];

/** Why the preview of an image failed. */
export const PREVIEW_FAILURES = ['file-missing', 'file-unreadable', 'not-rendered'] as const;
export const PreviewFailureCode = z.enum(PREVIEW_FAILURES);
export type PreviewFailureCode = z.infer<typeof PreviewFailureCode>;

export const PREVIEW_RETRY_SECONDS = 4;
export const FULL_RETRY_SECONDS = 5;

export const PreviewGenerating = z
  .object({
    status: z.literal('generating'),
    image_id: z.int(),
    retry_after: z.literal(PREVIEW_RETRY_SECONDS),
    message: z.string(),
  })
  .meta({ id: 'PreviewGenerating' });

export const RefreshAccepted = z
  .object({
    status: z.literal('accepted'),
    image_id: z.int(),
    filename: z.string(),
    queue: z.string().describe('The path of the refresh queue'),
    message: z.string(),
  })
  .meta({ id: 'RefreshAccepted' });

export const ExportAccepted = z
  .object({ status: z.literal('accepted'), image_id: z.int(), filename: z.string(), message: z.string() })
  .meta({ id: 'ExportAccepted' });

export const ExportQueued = z
  .object({
    status: z.literal('queued'),
    image_id: z.int(),
    filename: z.string(),
    retry_after: z.literal(FULL_RETRY_SECONDS),
    message: z.string(),
  })
  .meta({ id: 'ExportQueued' });
