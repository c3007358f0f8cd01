import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { COORDINATES, TEXTS } from '../../contract/image-texts.ts';
import { colon, number, t } from '../i18n/words.ts';
import { changeWords } from './change-words.ts';
import type { Marks } from './marks.ts';

/** What a picture has: "2 stars, labeled red". */
export function marksWords(marks: Marks): string {
  const { rejected, stars } = marks;
  const on = (value: boolean) => COLOR_LABELS.filter((label) => marks[label] === value);
  const tags = (value: boolean) =>
    Object.entries(marks).flatMap(([name, mark]) => (name.startsWith('tag:') && mark === value ? [name.slice(4)] : []));
  const words = [
    changeWords({
      ...(rejected === true ? { rating: -1 } : stars !== undefined && { rating: stars }),
      color_labels: { add: on(true), remove: on(false) },
      tags: { add: tags(true), remove: tags(false) },
    }),
    ...TEXTS.filter((name) => marks[name] !== undefined).map(
      (name) =>
        t(`texts.${name}`) +
        colon() +
        (marks[name] === null ? t('texts.empty') : t('filter.search', { text: marks[name] ?? '' })),
    ),
    ...COORDINATES.filter((name) => marks[name] !== undefined).map((name) => {
      const value = marks[name];
      return (
        t(`texts.${name}`) + colon() + (value == null ? t('texts.empty') : number(value, { maximumFractionDigits: 6 }))
      );
    }),
  ];
  return words.filter(Boolean).join(', ');
}
