import type { Request, RequestHandler } from 'express';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import type { ImageFacts, Library } from '../../library/library.ts';
import type { Services } from '../../app/services.ts';

const INTEGER = /^-?(0|[1-9]\d*)$/;
const LARGEST = 2n ** 63n - 1n;

/** The id of a change in a path. Throws `invalid_id`. */
export const changeId = (text: string): number => integer('id of a change', text);
/** The same of a tag. */
export const tagId = (text: string): number => integer('id of a tag', text);
/** The same of what was postponed. */
export const postponedId = (text: string): number => integer('id of a postponed change', text);
/** The same of a style. */
export const styleId = (text: string): number => integer('id of a style', text);
/** The same of a tile's factor, column or row. */
export const tileNumber = (what: 'factor' | 'column' | 'row', text: string): number =>
  integer(`${what} of a tile`, text);
/** The same of the version of parameters. */
export const version = (text: string): number => integer('version', text);

function integer(what: string, text: string): number {
  if (INTEGER.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new AppError('invalid_id', `The ${what} must be an integer, not "${text.slice(0, 40)}".`);
}

/**
 * The image id in a path: only decimal digits (`1.0`, `0x10`, `1e3`, `+1`, ` 1` are no integers here), within SQLite's
 * 64 bits. Throws `invalid_id`; an integer that no image can have throws `not_found`.
 */
export function imageId(text: string): number {
  const isInteger = INTEGER.test(text);
  const id = Number(text);
  if (isInteger && Number.isSafeInteger(id)) return id;
  if (isInteger && BigInt(text) <= LARGEST && BigInt(text) >= -LARGEST - 1n) throw imageNotFound(BigInt(text));
  throw new AppError('invalid_id', `The image id must be an integer, not "${text.slice(0, 40)}".`);
}

const images = new WeakMap<Request, ImageFacts>();

/** Looks up the image of the route's `:id` in the live library. The handler gets it with `imageOf(req)`. */
export function imageById<Path extends { id: string } = { id: string }>(library: Library): RequestHandler<Path> {
  return async (req, _res, next) => {
    const id = imageId(req.params.id);
    const image = await library.facts(id);
    if (!image) throw imageNotFound(id);
    images.set(req, image);
    next();
  };
}

/** Like `imageById`, for a route that needs only the id, which it gets from `imageId` again. */
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
