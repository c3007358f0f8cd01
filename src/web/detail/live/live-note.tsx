import { t } from '../../i18n/words.ts';
import { Reason } from '../../ui/reason.tsx';
import type { LivePicture } from './live-picture.ts';
import { useLiveState } from './use-live-picture.ts';
import styles from './live-note.module.css';

/** Why the picture does not follow the hand, if it does not. */
export function LiveNote({ live }: { live: LivePicture }) {
  const { problem } = useLiveState(live);
  return (
    problem && (
      <p className={styles.note}>
        {t('develop.notLive')} <Reason error={problem} />
      </p>
    )
  );
}
