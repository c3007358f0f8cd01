import { shapeOf } from '../contract/image-shape.ts';
import { PREVIEW_LEVELS, type PreviewLevel } from '../contract/preview.ts';
import type { Tiles } from '../contract/tiles.ts';
import type { Area } from '../previews/bounded-picture.ts';
import { ApiError } from './api.ts';
import { imageRecord } from './image-facts.ts';
import { Refusal } from './refusal.ts';
import type { AgentCall } from './tool.ts';
import type { Trial } from './trial.ts';

/** Some hosts scale larger pictures down, unseen. */
export const LONGEST_SIDE = 1_568;
/** Of all pictures of an answer: in base64, and with its texts, it stays below a million characters. */
export const MOST_BYTES = 700_000;

/** Pixels and what they show. */
interface Found {
  bytes: Buffer;
  /** What is not as one may think; absent: the edits as they are stored, or those that were tried. */
  note?: string;
  /** The part that was asked for has been cut out. */
  isCut: boolean;
}

export interface Wanted {
  image_id: number;
  /** Pixels of the longer side. */
  side: number;
  trial?: Trial | undefined;
  area?: Area | undefined;
  /** One pixel of the picture in one of the answer, around the middle of `area`. */
  isActualPixels?: boolean | undefined;
}

/** Throws Refusal: beyond what may leave in a minute. */
export function takePixels({ desk, client }: AgentCall, pictures: number): void {
  if (!desk.takePixels(client, pictures))
    throw new Refusal(
      'No picture was sent: this client has had as many pictures in the last minute as the photographer allows. Wait a minute. A contact sheet counts each of its pictures; numbers of pictures do not count. The photographer can raise it in the settings.',
      { pictures_per_minute: desk.rights().pixelsPerMinute },
    );
}

/** Throws Refusal or ApiError. */
export async function findPicture(call: AgentCall, wanted: Wanted): Promise<Found> {
  if (wanted.trial) return rendered(call, wanted);
  if (wanted.area || wanted.isActualPixels) {
    try {
      return await rendered(call, wanted);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 404) throw error;
      if (wanted.isActualPixels)
        throw new Refusal('No picture was sent: 1:1 needs a darktable that renders, and none does now.', {
          error: error.code,
          detail: error.detail,
        });
      return { ...(await preview(call, wanted.image_id, LARGEST)), isCut: false };
    }
  }
  const found = await preview(call, wanted.image_id, wanted.side).catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
  if (!(found instanceof Refusal) && !found.note) return found;
  // What was edited just now has no preview yet.
  try {
    return await rendered(call, wanted);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (found instanceof Refusal) throw found;
    return found;
  }
}

const LARGEST = PREVIEW_LEVELS.at(-1)!.width;

/** A kept preview that is at least as large, if there is one. Throws Refusal while there is none. */
export async function preview(call: AgentCall, imageId: number, side: number): Promise<Found> {
  const { api } = call;
  const record = await imageRecord(call, imageId);
  if (!record) throw new Refusal('There is no such image in the library. Search again.', { image_id: imageId });
  const level = levelOf(shapeOf(record), side);
  const { status, bytes, headers } = await api.answer({
    path: `/images/${imageId}/preview`,
    query: { size: String(level), fit: 1 },
  });
  if (status === 202)
    throw new Refusal('There is no picture yet. It is being made if a darktable renders: ask again in some seconds.', {
      image_id: imageId,
      ...(JSON.parse(bytes.toString()) as { message: string }),
    });
  const warning = headers['x-preview-warning'];
  return { bytes, isCut: false, ...(warning !== undefined && { note: warning }) };
}

/** The first one in which the longer side has so many pixels. */
export const levelOf = (shape: number, side: number): PreviewLevel =>
  PREVIEW_LEVELS.find(
    ({ width, height }) => width >= side * Math.min(1, shape) && height >= side * Math.min(1, 1 / shape),
  )?.level ?? 5;

async function rendered({ api }: AgentCall, { image_id, side, trial, area, isActualPixels }: Wanted): Promise<Found> {
  const path = `/images/${image_id}/render`;
  if (!area && !isActualPixels) {
    const { bytes } = await api.answer({ method: 'POST', path, body: { ...trial, width: side, height: side } });
    return { bytes, isCut: true };
  }
  const whole = await api.json<Tiles>({ path: `/images/${image_id}/tiles` });
  const region = regionOf(whole, { area, side, isActualPixels });
  const { bytes } = await api.answer({ method: 'POST', path, body: { ...trial, region } });
  return { bytes, isCut: true };
}

/** As the API has it: in pixels of the scaled picture. */
function regionOf(
  { width, height }: Pick<Tiles, 'width' | 'height'>,
  {
    area = ALL,
    side,
    isActualPixels = false,
  }: { area?: Area | undefined; side: number; isActualPixels?: boolean | undefined },
) {
  if (isActualPixels) {
    const size = { width: Math.min(side, width), height: Math.min(side, height) };
    const begin = (middle: number, all: number, part: number) =>
      Math.round(Math.min(all - part, Math.max(0, middle * all - part / 2)));
    return {
      x: begin(area.x + area.width / 2, width, size.width),
      y: begin(area.y + area.height / 2, height, size.height),
      ...size,
      scale: 1,
    };
  }
  const scale = Math.max(0.005, Math.min(1, side / Math.max(area.width * width, area.height * height)));
  return {
    x: Math.floor(area.x * width * scale),
    y: Math.floor(area.y * height * scale),
    width: Math.max(1, Math.min(side, Math.round(area.width * width * scale))),
    height: Math.max(1, Math.min(side, Math.round(area.height * height * scale))),
    scale,
  };
}
const ALL: Area = { x: 0, y: 0, width: 1, height: 1 };

/** As it leaves: no side longer than `side`, and with the others of the answer not too large. */
export async function leaving(
  { pictures }: AgentCall,
  { bytes, note, isCut }: Found,
  { side, area, of = 1 }: { side: number; area?: Area | undefined; of?: number },
) {
  const bounded = await pictures.bounded(bytes, {
    box: { width: side, height: side },
    mostBytes: Math.floor(MOST_BYTES / of),
    area: isCut ? undefined : area,
  });
  const { jpeg, width, height, quality } = bounded;
  return { jpeg, facts: { width, height, note, ...qualityFacts(quality) } };
}

/** Said where it was lowered to keep the answer small. */
export const qualityFacts = (quality: number | null) =>
  quality !== null && quality < 75 ? { jpeg_quality: quality, quality_lowered: true } : {};
