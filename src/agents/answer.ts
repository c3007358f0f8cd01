/** A picture in an answer. */
export interface Picture {
  bytes: Buffer;
  /** What it is of: stands before it. */
  caption: string;
}

export interface Answer {
  /** The first sentence. Of a change: what was changed and what was not. It quotes nothing from the library. */
  summary: string;
  data: Readonly<Record<string, unknown>>;
  pictures?: readonly Picture[];
}
