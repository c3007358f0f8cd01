import type { z } from 'zod';
import type { RenderRequest } from '../../contract/render.ts';
import { send } from './request.ts';

export type Render = z.input<typeof RenderRequest>;

/** A picture of an image as it would be. */
export interface RenderedPicture {
  blob: Blob;
  /** The whole picture at 100 %; of a draft, that of the smaller picture it is made from. */
  whole: { width: number; height: number };
  /** What part of the scaled picture it is, in its pixels. */
  region: { x: number; y: number; width: number; height: number };
}

/** Has the service render an image as it would be; nothing is stored. Throws like `send`. */
export async function render(id: number, request: Render, signal: AbortSignal): Promise<RenderedPicture> {
  const answer = await send(`/api/v1/images/${id}/render`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  });
  const numbers = (header: string, by: string) => (answer.headers.get(header) ?? '').split(by).map(Number);
  const [fullWidth = 0, fullHeight = 0] = numbers('x-picture-size', 'x');
  const [x = 0, y = 0, width = 0, height = 0] = numbers('x-picture-region', ',');
  return {
    blob: await answer.blob(),
    whole: { width: fullWidth, height: fullHeight },
    region: { x, y, width, height },
  };
}
