import type { CameraMatrix } from '../contract/white-balance.ts';
import type { LibraryReader } from './connection.ts';

const colorMatrixSql = 'SELECT color_matrix FROM images WHERE id = :id';

/**
 * The matrix from XYZ to the camera's colors that darktable found inside the picture (a DNG), for daylight. null: none
 * (image_cache.c, d65_color_matrix).
 */
export function colorMatrix(reader: LibraryReader, imageId: number): CameraMatrix | null {
  const row = reader.get(colorMatrixSql, { id: imageId }) as { color_matrix: Uint8Array | null } | undefined;
  const bytes = Buffer.from(row?.color_matrix ?? []);
  if (bytes.length < 36) return null;
  const [a, b, c, d, e, f, g, h, i] = Array.from({ length: 9 }, (_, k) => bytes.readFloatLE(k * 4));
  const matrix = [
    [a, b, c],
    [d, e, f],
    [g, h, i],
  ] as CameraMatrix;
  return matrix.flat().every(Number.isFinite) && matrix.flat().some((value) => value !== 0) ? matrix : null;
}
