import { Clock } from 'lucide-react';
import type { Rendering } from '../../contract/rendering.ts';
import { type PreviewFailure, useAwaited } from '../api/waiting.ts';
import { renderingWords, t } from '../i18n/words.ts';
import { failureWords } from '../ui/failure-words.ts';
import preview from '../ui/preview.module.css';
import styles from './tile.module.css';

export interface Older {
  /** For whoever cannot see the mark. */
  words: string;
  /** That no newer picture comes, and why; null while one is on its way. */
  why: string | null;
}

/** A picture older than its edits, or one that is rendered anew: whether a newer one comes. null: it is as new as can be. */
export function useOlder(id: number, version: string, isStale: boolean, rendering: Rendering | null): Older | null {
  const awaited = useAwaited(id, version);
  return older(awaited, isStale, rendering);
}

export function older(awaited: PreviewFailure | boolean, isStale: boolean, rendering: Rendering | null): Older | null {
  const isNobody = rendering?.is_rendering === false;
  if (typeof awaited === 'object') return none(t('detail.staleFailed', { why: failureWords(awaited) }));
  if (isStale && isNobody) return none(`${t('marks.stale')}. ${renderingWords(rendering)}`);
  return (isStale || awaited) && !isNobody ? { words: t('marks.coming'), why: null } : null;
}

const none = (why: string): Older => ({ words: t('marks.staleShort'), why });

/** A line while a newer picture is made; a clock only where none comes. */
export function OlderMark({ older: { why } }: { older: Older }) {
  if (why === null) return <span className={preview.coming} data-mark="coming" />;
  return (
    <span className={styles.badge} data-mark="older" title={why}>
      <Clock size={14} aria-hidden />
    </span>
  );
}
