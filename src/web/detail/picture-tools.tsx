import { type RefObject, Suspense } from 'react';
import { RefreshCw, SquareSplitHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { useWhyNot } from '../api/rights.ts';
import type { EditKeys } from '../history/edit-keys.ts';
import { EditsMenu } from '../history/edits-menu.tsx';
import { number, t } from '../i18n/words.ts';
import { PICTURE } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { lateExtra } from '../ui/late-part.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { DownloadMenu } from './download-menu.tsx';
import { IconButton } from './icon-button.tsx';
import { refresh } from './refresh.tsx';
import { type StageControls, type Zoom, ZOOM_STEP } from './stage-zoom.ts';
import type { Before } from './use-before.ts';
import styles from './detail.module.css';

const PublishPicture = lateExtra(async () => (await import('../publishing/publish-picture.tsx')).PublishPicture);

interface Props {
  image: ImageRecord;
  editKeys: EditKeys;
  zoom: Zoom;
  controls: RefObject<StageControls | null>;
  before: Before;
}

/** The tools for the picture: zoom, compare, copy and paste edits, render again, download. */
export function PictureTools({ image, editKeys, zoom, controls, before }: Props) {
  return (
    <div className={styles.tools}>
      <ZoomTools zoom={zoom} controls={controls} />
      <BeforeButton before={before} />
      <EditsMenu {...editKeys} />
      <RefreshButton image={image} />
      <DownloadMenu image={image} />
      <Suspense fallback={null}>
        <PublishPicture id={image.id} />
      </Suspense>
    </div>
  );
}

function ZoomTools({ zoom, controls }: Pick<Props, 'zoom' | 'controls'>) {
  return (
    <span className={styles.zoom}>
      <IconButton
        label={t('detail.zoomOut')}
        keys={PICTURE.plusMinus}
        at={1}
        icon={ZoomOut}
        disabled={zoom.isFit}
        onClick={() => controls.current?.zoomBy(1 / ZOOM_STEP)}
      />
      <button
        type="button"
        className={classes(button('quiet'), styles.zoomLevel)}
        title={withKey(zoom.isFit ? t('detail.zoomFull') : t('detail.zoomFit'), PICTURE.zoom)}
        onClick={() => controls.current?.toggle()}
      >
        {zoom.isFit ? t('detail.zoomFit') : `${number(zoom.percent)} %`}
      </button>
      <IconButton
        label={t('detail.zoomIn')}
        keys={PICTURE.plusMinus}
        icon={ZoomIn}
        onClick={() => controls.current?.zoomBy(ZOOM_STEP)}
      />
    </span>
  );
}

/** Shows the earlier picture while it is held down. */
function BeforeButton({ before }: Pick<Props, 'before'>) {
  const whyNot = useWhyNot('previews:read');
  return (
    <ActionButton
      className={button('quiet', 'icon')}
      whyNot={whyNot}
      aria-label={t('detail.before')}
      title={withKey(t('detail.beforeHold'), PICTURE.before)}
      aria-pressed={before.picture !== null && !before.isSplit}
      onPointerDown={before.show}
      onPointerUp={before.hide}
      onPointerLeave={before.hide}
      onKeyDown={({ key, repeat }) => {
        if ((key === ' ' || key === 'Enter') && !repeat) before.show();
      }}
      onKeyUp={before.hide}
      onContextMenu={(event) => event.preventDefault()}
    >
      <SquareSplitHorizontal size={18} aria-hidden />
    </ActionButton>
  );
}

function RefreshButton({ image }: { image: ImageRecord }) {
  const whyNot = useWhyNot('cache:refresh');
  return (
    <IconButton label={t('detail.refresh')} icon={RefreshCw} whyNot={whyNot} onClick={() => void refresh(image)} />
  );
}
