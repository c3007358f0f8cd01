import { z } from 'zod';
import { MOST_VISIBLE } from './most-visible.ts';

/** `counting`: finding out which pictures need a preview. `ended`: the last run is complete. */
export const PREVIEW_RUN_STATES = ['none', 'counting', 'running', 'paused', 'ended'] as const;

/** Previews for the whole library. `done` and `failed` count up to `total`. */
export const PreviewProgress = z.object({
  state: z.enum(PREVIEW_RUN_STATES),
  total: z.int().min(0).describe('Images whose preview was missing or older than their edits'),
  done: z.int().min(0),
  failed: z.int().min(0),
});
export type PreviewProgress = z.infer<typeof PreviewProgress>;

export const PreviewRun = PreviewProgress.extend({
  remaining_seconds: z
    .int()
    .nullable()
    .describe('From the last pictures of this run. Null until a few are made, and while nothing is rendered'),
}).meta({ id: 'PreviewRun' });
export type PreviewRun = z.infer<typeof PreviewRun>;

export const PreviewRunPatch = z.strictObject({ paused: z.boolean() }).meta({ id: 'PreviewRunPatch' });

export const VisibleImages = z
  .strictObject({
    viewer: z.string('text').min(1).max(100).describe('Any text that names this viewer, such as one browser tab'),
    ids: z
      .array(z.int('the id of an image'))
      .max(MOST_VISIBLE)
      .describe('What the viewer sees, most wanted first; replaces the last list'),
  })
  .meta({ id: 'VisibleImages' });
