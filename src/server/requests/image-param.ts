import type { Request, RequestHandler } from 'express';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import type { ImageFacts, Library } from '../../library/library.ts';
import type { Services } from '../../app/services.ts';

const INTEGER = /^-?(0|[1-9]\d*)$/;
const LARGEST = 2n ** 63n - 1n;

/**
 * The image id of a path: decimal digits and nothing else (`1.0`, `0x10`, `1e3`, `+1`, ` 1` are no integers here), within
 * SQLite's 64 bits. Throws `invalid_id`; an integer that no image can have throws `not_found`.
 */
export function imageId(text: string): number {
  if (!INTEGER.test(text) || BigInt(text) > LARGEST || BigInt(text) < -LARGEST - 1n) {
    throw new AppError('invalid_id', `The image id must be an integer; "${text.slice(0, 40)}" is none.`);
  }
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw imageNotFound(BigInt(text));
  return id;
}

const images = new WeakMap<Request, ImageFacts>();

/** Lets a route go on with the image of its `:id`, read from the live library. Ask for it with `imageOf(req)`. */
export function imageById<Path extends { id: string } = { id: string }>(library: Library): RequestHandler<Path> {
  return async (req, _res, next) => {
    const id = imageId(req.params.id);
    const image = await library.facts(id);
    if (!image) throw imageNotFound(id);
    images.set(req, image);
    next();
  };
}

/** As `imageById`, for a route that needs nothing but the id. It has that by `imageId` again. */
export function imageIsThere<Path extends { id: string } = { id: string }>({
  index,
  library,
}: Pick<Services, 'index' | 'library'>): RequestHandler<Path> {
  return async (req, _res, next) => {
    const id = imageId(req.params.id);
    if (!index.presentHistory(id) && !(await library.facts(id))) throw imageNotFound(id);
    next();
  };
}

/** The image that `imageById` found for this request. */
export function imageOf(req: unknown): ImageFacts {
  const image = images.get(req as Request);
  if (!image) throw new Error('imageById is missing on this route');
  return image;
}
