import type { PublishedImage } from '../../contract/publications.ts';
import { dateTime } from '../i18n/words.ts';
import { t } from './words.ts';

/** What is there shows the picture as it is now. */
export const isCurrent = ({ kind }: PublishedImage): boolean => kind === 'unchanged';

/** Where a picture is published, as of when, and what has happened since. */
export function publishedWords(item: PublishedImage): string {
  const { publication: name, sent_at } = item;
  const where = sent_at === null ? t('publishedIn', { name }) : t('publishedAsOf', { name, time: dateTime(sent_at) });
  return isCurrent(item) ? where : `${where} ${sinceWords(item)}`;
}

export function sinceWords({ kind, reason }: PublishedImage): string {
  if (kind === 'failed') return t('since.failed', { reason: reason ?? '' });
  if (kind === 'recipe' || kind === 'unfinished') return t(`since.${kind}`);
  return t('since.changed');
}
