import { useEffect, useMemo, useRef } from 'react';
import { ChevronLeft, ChevronRight, GalleryHorizontalEnd, Image, X } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { ApiError } from '../api/request.ts';
import { openCulling } from '../culling/culling-link.ts';
import { rememberShown } from '../gallery/last-shown.ts';
import { type EditKeys, useEditKeys } from '../history/edit-keys.ts';
import { number, t } from '../i18n/words.ts';
import { CULL, PICTURE } from '../keyboard/actions.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { useOrganisingKeys } from '../organising/organising-keys.ts';
import { LatePanel } from '../organising/panel/late-panel.tsx';
import { StatusSlot } from '../organising/waiting/status-slot.tsx';
import { useBottomRoom } from '../ui/bottom-room.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { Reason } from '../ui/reason.tsx';
import { useDetailKeys } from './detail-keys.ts';
import { LateDevelopPanel } from './develop/late-develop-panel.tsx';
import { Facts } from './facts.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { IconButton } from './icon-button.tsx';
import { LiveHistogram } from './live/live-histogram.tsx';
import { PanelButtons } from './panel-buttons.tsx';
import { imageUrl, type Panel } from './picture-address.ts';
import { PictureTools } from './picture-tools.tsx';
import { PreviewNote } from './preview-note.tsx';
import { Stage } from './stage.tsx';
import { type Opened, type OpenPicture, useOpenPicture } from './use-open-picture.ts';
import layout from '../ui/layout.module.css';
import styles from './detail.module.css';

/** In the same file: it is loaded ahead as well, and each further file would cost a request. */
export { openOffline } from '../offline/open-offline.ts';

/** One large image with its facts and tools; arrow keys go through the list from which it was opened. */
export function Detail(opened: Opened) {
  const { id, view, historyState } = opened;
  const open = useOpenPicture(opened);
  const { image, error, panel, list, ways } = open;
  const { at, total } = list;

  useOrganisingKeys(image ? () => [id] : null);
  const editKeys = useMemo(() => ({ from: () => id, onto: () => [id] }), [id]);
  useEditKeys(image ? editKeys : null);
  const cull = () => openCulling(view, id, { ...historyState, fromPicture: true });
  useActions(CULL, { cull });
  useDetailKeys(open);

  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus(), []);
  useEffect(() => {
    rememberShown({ id, index: at >= 0 ? at : null });
    if (image) document.title = `${image.filename} – Safelight`;
  }, [id, image, at]);

  return (
    <div className={classes(layout.page, styles.detail)}>
      <Bar open={open} editKeys={editKeys} onCull={cull} />
      <ConnectionBar />
      <main className={styles.main} ref={main} tabIndex={-1} data-panel={panel ?? undefined}>
        {image ? (
          <>
            <div className={styles.picture}>
              <Stage open={open} image={image} />
              {total > 1 && at >= 0 && (
                <Filmstrip around={list.around} current={at} urlOf={(to) => imageUrl(to, view, panel)} onGo={ways.go} />
              )}
            </div>
            {panel && <SidePanel {...{ open, panel, image }} order={view.order} />}
          </>
        ) : error instanceof ApiError ? (
          <Notice mark={<Image size={40} strokeWidth={1.5} aria-hidden />} title={t('detail.cannotShow')}>
            <p>
              <Reason error={error} />
            </p>
            <button type="button" className={button()} onClick={ways.close}>
              {t('detail.back')}
            </button>
          </Notice>
        ) : (
          <Waiting />
        )}
      </main>
    </div>
  );
}

function Bar({ open, editKeys, onCull }: { open: OpenPicture; editKeys: EditKeys; onCull: () => void }) {
  const { image, panel, ways, zoom, before } = open;
  const { controls } = open.stage;
  const { at, total } = open.list;
  return (
    <nav className={styles.bar} data-many-tools aria-label={t('detail.nav')}>
      <IconButton label={t('detail.back')} keys={PICTURE.back} icon={X} onClick={ways.close} />
      <h1 className={styles.name}>{image?.filename ?? t('detail.picture')}</h1>
      {/* Takes room from the name alone: no tool moves. */}
      <StatusSlot />
      {at >= 0 && (
        <span className={styles.count}>{t('detail.of', { index: number(at + 1), total: number(total) })}</span>
      )}
      <IconButton
        label={t('detail.previous')}
        keys={PICTURE.prevNext}
        icon={ChevronLeft}
        disabled={at <= 0}
        onClick={ways.goBack}
      />
      <IconButton
        label={t('detail.next')}
        keys={PICTURE.prevNext}
        at={1}
        icon={ChevronRight}
        disabled={at < 0 || at >= total - 1}
        onClick={ways.goOn}
      />
      {image && <PictureTools {...{ image, editKeys, zoom, controls, before }} />}
      <IconButton label={t('gallery.cull')} keys={CULL.cull} icon={GalleryHorizontalEnd} onClick={onCull} />
      <PanelButtons open={panel} onShow={ways.showPanel} />
    </nav>
  );
}

interface PanelProps {
  open: OpenPicture;
  panel: Panel;
  image: ImageRecord;
  /** Of the list. */
  order: Opened['view']['order'];
}

/** Facts, tags or modules, with the histogram above them. */
function SidePanel({ open, panel, image, order }: PanelProps) {
  const { id, live, edits, looks, preview } = open;
  const sheet = useBottomRoom();
  const own = useMemo(() => [id], [id]);
  const histogram = <LiveHistogram live={live} blob={preview?.blob ?? null} />;
  const previewNote = <PreviewNote image={image} preview={preview} live={live} isEdited={edits.state !== 'none'} />;
  return (
    <aside
      ref={sheet}
      className={classes(styles.panel, panel === 'develop' && styles.developPanel)}
      aria-label={t(panel === 'info' ? 'detail.panels' : `detail.${panel}`)}
      data-undoes-itself={panel === 'develop' ? '' : undefined}
    >
      {panel === 'develop' ? (
        <LateDevelopPanel key={id} {...{ image, edits, live, looks, histogram, previewNote }} />
      ) : (
        <>
          {histogram}
          {previewNote}
          {panel === 'info' ? <Facts image={image} order={order} /> : <LatePanel ids={own} />}
        </>
      )}
    </aside>
  );
}
