import { useRendering } from '../../api/rendering.ts';
import { useAwaited } from '../../api/waiting.ts';
import { renderingWords, t } from '../../i18n/words.ts';
import { failureWords } from '../../ui/failure-words.ts';
import type { Edits, EditState } from './edits.ts';
import { classes } from '../../ui/classes.ts';
import { useConnectionLost } from '../../ui/connection-bar.tsx';
import controls from '../../ui/controls.module.css';
import styles from './develop-panel.module.css';

/** Always present, with room for three lines, so that nothing moves when it has something to say. */
export function EditNote({ id, edits: { state } }: { id: number; edits: Edits }) {
  const rendering = useRendering();
  const awaited = useAwaited(id, '');
  const isLost = useConnectionLost();
  const isStored = state === 'rendering' || state === 'stale';
  const said = ((): { looks: EditState; words: string } => {
    if (isLost && state !== 'saving') return { looks: state, words: t('develop.offline') };
    if (isStored && typeof awaited === 'object')
      return { looks: 'stale', words: t('develop.cannotRender', { why: failureWords(awaited) }) };
    if (isStored && rendering?.is_rendering === false)
      return { looks: 'stale', words: `${t('develop.stored')} ${renderingWords(rendering)}` };
    return { looks: state, words: state === 'none' ? '' : t(`develop.${state}`) };
  })();
  return (
    <div className={classes(styles.editNote, said.looks === 'failed' && styles.editNoteFailed)} role="status">
      {(said.looks === 'saving' || said.looks === 'rendering') && (
        <progress className={controls.progress} aria-label={said.words} />
      )}
      {said.words}
    </div>
  );
}
