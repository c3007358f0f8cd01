import { type Coordinate, COORDINATE_LIMITS } from '../../../contract/image-texts.ts';
import { ungrouped } from '../../../contract/read-number.ts';

/** The number in a text, with a point or a comma; null for an empty text, NaN for anything else. */
export function writtenNumber(text: string): number | null {
  const written = ungrouped(text.trim()).replace('−', '-').replace(',', '.');
  if (written === '') return null;
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : NaN;
}

export const isWithin = (name: Coordinate, value: number): boolean => Math.abs(value) <= COORDINATE_LIMITS[name];

/** Both coordinates, in the form that maps copy: "48.1372, 11.5756". */
export function writtenPlace(text: string): { latitude: number; longitude: number } | null {
  const [, latitude, longitude] = /^\s*([-+−]?\d+(?:\.\d+)?)\s*[,;\s]\s*([-+−]?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  // "48,1372" is one number in half of Europe.
  if (latitude === undefined || longitude === undefined || !/\.|[;\s]/.test(text.trim())) return null;
  const place = { latitude: writtenNumber(latitude), longitude: writtenNumber(longitude) };
  const { latitude: north, longitude: east } = place;
  if (north === null || east === null || !isWithin('latitude', north) || !isWithin('longitude', east)) return null;
  return { latitude: north, longitude: east };
}
