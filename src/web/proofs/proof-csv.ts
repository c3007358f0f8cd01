import { csvCell } from '../../contract/csv-cell.ts';
import type { ProofMarks } from '../../contract/proofs.ts';
import { type ProofRow } from './proof-rows.ts';

const HEAD = ['file', 'guest', 'favorite', 'stars', 'verdict', 'comments'];

/** A line for each picture and guest who said something of it, as spreadsheets read it. */
export function proofCsv(rows: readonly ProofRow[], guests: ProofMarks['guests']): string {
  const lines = rows.flatMap(({ name: file, marks, comments }) =>
    guests.flatMap(({ id, name }) => {
      const mark = marks.get(id);
      const said = comments.filter(({ guest }) => guest === id).map(({ text }) => text);
      if (!mark && said.length === 0) return [];
      return [
        [
          file,
          name,
          mark?.favorite ? 'yes' : '',
          mark?.stars ? String(mark.stars) : '',
          mark?.verdict ?? '',
          said.join('\n'),
        ],
      ];
    }),
  );
  return [HEAD, ...lines].map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}
