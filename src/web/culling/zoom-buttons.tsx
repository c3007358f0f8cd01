import { number } from '../i18n/words.ts';
import { PICTURE } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import type { Seen } from './seen.ts';
import { shareWords } from './pane-tags.tsx';
import { t } from './words.ts';

export interface ZoomProps extends Seen {
  isZoomed: boolean;
  onZoom: (isZoomed: boolean) => void;
}

/** All of the picture, or its own pixels: pressed once it is they that are seen. */
export function ZoomButtons({ zoom, className }: { zoom: ZoomProps; className: string | undefined }) {
  const { isZoomed, percent, pixels, share, onZoom } = zoom;
  const words = `${number(percent)} %`;
  const why = shareWords(share) ?? (pixels === 'coming' ? t('pixelsComing') : t('noPixels'));
  return (
    <div className={className} role="group" aria-label={t('zoom')}>
      <button
        type="button"
        aria-pressed={!isZoomed}
        title={withKey(t('fit'), PICTURE.zoom)}
        onClick={() => onZoom(false)}
      >
        {t('fit')}
      </button>
      <button
        type="button"
        aria-pressed={isZoomed && pixels === 'real'}
        title={isZoomed && pixels !== 'real' ? why : withKey(words, PICTURE.zoom)}
        onClick={() => onZoom(true)}
      >
        {words}
      </button>
    </div>
  );
}
