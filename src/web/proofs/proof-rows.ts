import type { Mark, ProofComment, ProofMarks } from '../../contract/proofs.ts';

/** A picture with what guests said of it. */
export interface ProofRow {
  key: string;
  /** null: it is not in the library any more. */
  image: number | null;
  name: string;
  /** By guest. */
  marks: ReadonlyMap<number, Mark>;
  comments: readonly ProofComment[];
}

export const ROW_FILTERS = ['marked', 'favorite', 'yes', 'maybe', 'no', 'comments', 'all'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

export function rowsOf({ pictures, marks, comments }: ProofMarks): ProofRow[] {
  const marksOf = Map.groupBy(marks, ({ picture }) => picture);
  const commentsOf = Map.groupBy(comments, ({ picture }) => picture);
  return pictures.map(({ picture: key, image_id: image, filename: name }) => ({
    key,
    image,
    name,
    marks: new Map((marksOf.get(key) ?? []).filter(isMarked).map((mark) => [mark.guest, mark])),
    comments: commentsOf.get(key) ?? [],
  }));
}

/** A mark that was taken back says nothing. */
const isMarked = ({ favorite, stars, verdict }: Mark) => favorite || stars > 0 || verdict !== null;

/** `guest`: what this one said alone; null: what anybody said. */
export function fitting(rows: readonly ProofRow[], filter: RowFilter, guest: number | null): readonly ProofRow[] {
  if (filter === 'all') return rows;
  return rows.filter((row) => {
    const marks = [...row.marks].filter(([by]) => guest === null || by === guest).map(([, mark]) => mark);
    const isCommented = row.comments.some((comment) => guest === null || comment.guest === guest);
    if (filter === 'comments') return isCommented;
    if (filter === 'marked') return isCommented || marks.length > 0;
    return marks.some((mark) => (filter === 'favorite' ? mark.favorite : mark.verdict === filter));
  });
}
