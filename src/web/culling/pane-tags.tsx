import { number } from '../i18n/words.ts';
import { withKey } from '../keyboard/key-words.ts';
import motion from '../ui/motion.module.css';
import { classes } from '../ui/classes.ts';
import { KIND } from './culling-actions.ts';
import type { Seen } from './seen.ts';
import { t } from './words.ts';
import styles from './pane.module.css';

interface Props {
  /** What is in front is what the camera wrote into a raw file. */
  isCamera: boolean;
  onKind: () => void;
  /** null: nothing is enlarged. */
  seen: Pick<Seen, 'pixels' | 'share'> | null;
}

/** Which picture is in front, and why its pixels are not those of the photograph. */
export function Tags({ isCamera, onKind, seen }: Props) {
  const isComing = seen?.pixels === 'coming';
  return (
    <span className={styles.tags}>
      {isCamera && (
        <button type="button" className={styles.tag} title={withKey(t('showEdited'), KIND.kind)} onClick={onKind}>
          {t('cameraPicture')}
        </button>
      )}
      {seen && seen.pixels !== 'real' && (
        <span className={classes(styles.tag, isComing && motion.appears)} title={shareWords(seen.share)}>
          {t(isComing ? 'pixelsComing' : isCamera ? 'fewerPixels' : 'noPixels')}
        </span>
      )}
    </span>
  );
}

/** How many of the photograph's pixels are there. */
export const shareWords = (share: number | null): string | undefined =>
  share === null ? undefined : t('share', { number: number(share) });
