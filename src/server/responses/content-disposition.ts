import { create } from 'content-disposition';

/** No disk takes a longer name; a damaged library may have one of megabytes, which clients refuse as a header. */
const LONGEST_STEM = 200;

/** The download name made from an image's file name: its stem and .jpg, or export.jpg when there is no name. */
export const exportName = (filename: string): string => `${stemOf(filename) || 'export'}.jpg`;

/** The name under which a browser saves a preview. */
export const previewName = (filename: string, contentType: string): string =>
  `${stemOf(filename) || 'preview'}.${contentType === 'image/png' ? 'png' : 'jpg'}`;

function stemOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  const whole = dot < 0 ? filename : filename.slice(0, dot);
  // A surrogate pair must not be cut in half.
  return whole.length > LONGEST_STEM ? whole.slice(0, LONGEST_STEM).replace(/[\ud800-\udbff]$/, '') : whole;
}

/** A Content-Disposition header: an `attachment` is saved under the name, what is `inline` is shown and called so. */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  // Control characters could end the header, slashes the folder; marks of direction make a name read as another.
  // oxlint-disable-next-line no-control-regex
  const safe = name.replace(/[\u0000-\u001f\u007f-\u009f/\\\u2028\u2029\p{Bidi_Control}]/gu, '_').toWellFormed();
  // Windows takes no "?" in a name, which the library would put there.
  const ascii = safe.replace(/[^\u0020-\u007e]/gu, '_');
  return create(safe, { type, ...(ascii !== safe && { fallback: ascii }) });
}
