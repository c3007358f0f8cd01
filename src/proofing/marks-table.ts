import { csvCell } from '../contract/csv-cell.ts';
import { type ProofFileNamesQuery, type ProofMarks, UNMARKED } from '../contract/proofs.ts';

const HEAD = ['file', 'guest', 'favorite', 'stars', 'verdict', 'comments'];
/** By which spreadsheets see that it is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** A line for each picture and each guest who said something of it. */
export function marksTable({ pictures, guests, marks, comments }: ProofMarks): string {
  const keyOf = (said: { picture: string; guest: number }) => `${said.guest} ${said.picture}`;
  const markBy = new Map(marks.map((mark) => [keyOf(mark), mark]));
  const commentsBy = Map.groupBy(comments, keyOf);
  const lines = pictures.flatMap(({ picture, filename }) =>
    guests.flatMap(({ id: guest, name }) => {
      const mark = markBy.get(keyOf({ picture, guest }));
      const said = commentsBy.get(keyOf({ picture, guest })) ?? [];
      if (!mark && said.length === 0) return [];
      const texts = said.map(({ text }) => text).join('\n');
      const { favorite, stars, verdict } = mark ?? UNMARKED;
      return [[filename, name, favorite ? 'yes' : '', stars > 0 ? stars : '', verdict ?? '', texts]];
    }),
  );
  return `${BYTE_ORDER_MARK}${[HEAD, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}

/** The file names of pictures of which a guest said this, each once, as people search for them. */
export function fileNames({ pictures, marks, comments }: ProofMarks, { marked, guest }: ProofFileNamesQuery): string[] {
  const isAsked = (said: { guest: number }) => guest === undefined || said.guest === guest;
  const fits = ({ favorite, stars, verdict }: ProofMarks['marks'][number]) =>
    marked === 'anything' ||
    (marked === 'favorite' && favorite) ||
    (marked === 'stars' && stars > 0) ||
    verdict === marked;
  const said = new Set(marks.filter((mark) => isAsked(mark) && fits(mark)).map(({ picture }) => picture));
  if (marked === 'anything' || marked === 'comment')
    for (const { picture, ...comment } of comments) if (isAsked(comment)) said.add(picture);
  return [...new Set(pictures.filter(({ picture }) => said.has(picture)).map(({ filename }) => filename))];
}
