/** One TIFF field: its tag number and values of one type. */
export type Field = { tag: number; type: FieldType; values: number[] | Buffer | Directory[] };

/** A TIFF directory. `strip` is the picture it describes: its offset and length are filled in when the file is laid out. */
export type Directory = { fields: Field[]; strip?: Buffer };

export type FieldType = keyof typeof types;

const types = {
  byte: { code: 1, size: 1 },
  ascii: { code: 2, size: 1 },
  short: { code: 3, size: 2 },
  long: { code: 4, size: 4 },
  rational: { code: 5, size: 8 },
  undefined: { code: 7, size: 1 },
  srational: { code: 10, size: 8 },
  directory: { code: 4, size: 4 },
} as const;

const stripOffsets = 0x111;
const stripByteCounts = 0x117;

/** A little-endian TIFF file: header, this directory with all that hang from it, and their strips. Word aligned. */
export function tiff(root: Directory): Buffer {
  const parts: Buffer[] = [];
  let end = 8;
  const place = (bytes: Buffer): number => {
    const offset = end;
    const padded = bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)]);
    parts.push(padded);
    end += padded.length;
    return offset;
  };
  const rootOffset = placeDirectory(root, place);
  const header = Buffer.from('II*\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(rootOffset, 4);
  return Buffer.concat([header, ...parts]);
}

/** What a directory points to is laid out before it, so that its own offsets are known. */
function placeDirectory(directory: Directory, place: (bytes: Buffer) => number): number {
  const fields = [...directory.fields];
  if (directory.strip !== undefined) {
    fields.push({ tag: stripOffsets, type: 'long', values: [place(directory.strip)] });
    fields.push({ tag: stripByteCounts, type: 'long', values: [directory.strip.length] });
  }
  fields.sort((a, b) => a.tag - b.tag);
  const entries = Buffer.alloc(2 + fields.length * 12 + 4);
  entries.writeUInt16LE(fields.length, 0);
  for (const [index, field] of fields.entries()) {
    const bytes = encode(field, place);
    const at = 2 + index * 12;
    entries.writeUInt16LE(field.tag, at);
    entries.writeUInt16LE(types[field.type].code, at + 2);
    entries.writeUInt32LE(bytes.length / types[field.type].size, at + 4);
    if (bytes.length <= 4) bytes.copy(entries, at + 8);
    else entries.writeUInt32LE(place(bytes), at + 8);
  }
  return place(entries);
}

/** Rationals come as numerator, denominator, numerator, … */
function encode({ type, values }: Field, place: (bytes: Buffer) => number): Buffer {
  if (Buffer.isBuffer(values)) return values;
  const numbers = values.map((value) => (typeof value === 'number' ? value : placeDirectory(value, place)));
  const each = type === 'byte' || type === 'ascii' || type === 'undefined' ? 1 : type === 'short' ? 2 : 4;
  const bytes = Buffer.alloc(numbers.length * each);
  for (const [index, value] of numbers.entries()) {
    if (each === 1) bytes.writeUInt8(value, index);
    else if (each === 2) bytes.writeUInt16LE(value, index * 2);
    else if (type === 'srational') bytes.writeInt32LE(value, index * 4);
    else bytes.writeUInt32LE(value, index * 4);
  }
  return bytes;
}

export const ascii = (tag: number, text: string): Field => ({
  tag,
  type: 'ascii',
  values: Buffer.from(`${text}\0`, 'utf8'),
});
