/** What RFC 9110 allows without quotes. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Browsers make one character of it in the plain form. */
const escape = /%[0-9a-f]{2}/i;

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

/**
 * A Content-Disposition header: an `attachment` is saved under the name, what is `inline` is shown and called so. The name is bare where possible,
 * otherwise quoted. One that is not ASCII, or that holds `%25` or the like, also comes in UTF-8, next to an ASCII one (RFC 6266, RFC 8187).
 */
export function contentDisposition(type: 'attachment' | 'inline', name: string): string {
  if (token.test(name) && !escape.test(name)) return `${type}; filename=${name}`;
  // Control characters could end the header, slashes the folder; marks of direction make a name read as another.
  // eslint-disable-next-line no-control-regex
  const safe = name.replace(/[\u0000-\u001f\u007f-\u009f/\\\u2028\u2029\p{Bidi_Control}]/gu, '_');
  const ascii = safe.replace(/[^\u0020-\u007e]/gu, '_').replace(/"/g, '\\"');
  const plain = `${type}; filename="${ascii}"`;
  if (/^[\u0020-\u007e]*$/.test(safe) && !escape.test(safe)) return plain;
  const utf8 = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${plain}; filename*=UTF-8''${utf8}`;
}
