import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, GalleryHorizontalEnd, Image, X } from 'lucide-react';
import { imageQuery } from '../api/images.ts';
import type { LoadedPreview } from '../api/preview-load.ts';
import { ApiError } from '../api/request.ts';
import { useWhyNot } from '../api/rights.ts';
import { openCulling, useCullingKey } from '../culling/culling-link.ts';
import type { GalleryView } from '../gallery/gallery-view.ts';
import { rememberShown } from '../gallery/last-shown.ts';
import { onHistoriesChanged } from '../history/histories-changed.ts';
import { useEditKeys } from '../history/edit-keys.ts';
import { number, t } from '../i18n/words.ts';
import { CULL, PICTURE } from '../keyboard/actions.ts';
import { type HistoryState, navigate, useAddress } from '../location.ts';
import { useMarked } from '../organising/marks-ahead.ts';
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
import { useEdits } from './develop/use-edits.ts';
import { Facts } from './facts.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { IconButton } from './icon-button.tsx';
import { LiveHistogram } from './live/live-histogram.tsx';
import { useLivePicture, useTakeOver } from './live/use-live-picture.ts';
import { useLooks } from './looks.ts';
import { useNeighbourhood } from './neighbourhood.ts';
import { useNewWhenStale } from './new-when-stale.ts';
import { PanelButtons } from './panel-buttons.tsx';
import { imageUrl, type Panel, readPanel } from './picture-address.ts';
import { PictureTools } from './picture-tools.tsx';
import { PreviewNote } from './preview-note.tsx';
import { Stage } from './stage.tsx';
import type { StageControls, Zoom } from './stage-zoom.ts';
import { useBefore } from './use-before.ts';
import layout from '../ui/layout.module.css';
import styles from './detail.module.css';

interface Props {
  id: number;
  view: GalleryView;
  historyState: HistoryState;
  backTo: string;
}

/** One large image with its facts and tools; arrow keys go through the list from which it was opened. */
export function Detail({ id, view, historyState, backTo }: Props) {
  const { search } = useAddress();
  const panel = readPanel(search);
  const neighbourhood = useNeighbourhood(id, view);
  const { at, total, around, recordAt } = neighbourhood;
  const listed = recordAt(at);
  const one = useQuery({ ...imageQuery(id), ...(listed && { placeholderData: listed }) });
  // Without a connection, the list's record of it is still there.
  const image = useMarked(one.data ?? (one.error instanceof ApiError ? undefined : listed));

  /** The pictures that a panel is about. */
  const own = useMemo(() => [id], [id]);

  const close = useCallback(() => {
    if (historyState.fromGallery) history.back();
    else navigate(backTo);
  }, [historyState.fromGallery, backTo]);

  const { idAt } = neighbourhood;
  const go = useCallback(
    (index: number) => {
      const to = idAt(index);
      if (to !== undefined) navigate(imageUrl(to, view, panel), { replace: true, state: { ...historyState, index } });
    },
    [idAt, view, panel, historyState],
  );
  const goBack = useCallback(() => go(at - 1), [go, at]);
  const goOn = useCallback(() => go(at + 1), [go, at]);
  const showPanel = useCallback(
    (next: Panel) => navigate(imageUrl(id, view, panel === next ? null : next), { replace: true, state: historyState }),
    [id, view, panel, historyState],
  );

  const controls = useRef<StageControls>(null);
  const [zoom, setZoom] = useState<Zoom>({ percent: 100, isFit: true });
  const [shown, setShown] = useState<{ id: number; preview: LoadedPreview } | null>(null);
  const noteShown = useCallback((preview: LoadedPreview) => setShown({ id, preview }), [id]);
  const preview = shown?.id === id ? shown.preview : null;
  const maySee = useWhyNot('previews:read') === null;
  const mayEdit = useWhyNot('cache:refresh') === null;
  const live = useLivePicture(id, { isWarm: panel === 'develop' && maySee && mayEdit });
  const edits = useEdits(id, preview, live);
  const [isSharp, setSharp] = useState(true);
  useTakeOver(live, edits.state === 'rendered' && isSharp ? preview : null);
  const looks = useLooks(`${id} ${panel}`);
  const before = useBefore(maySee ? image : undefined, { edits, live, looks });
  useNewWhenStale(image, preview, edits.state === 'none');

  useOrganisingKeys(image ? () => [id] : null);
  const editKeys = useMemo(() => ({ from: () => id, onto: () => [id] }), [id]);
  useEditKeys(image ? editKeys : null);
  const { historyChanged } = edits;
  useEffect(
    () =>
      onHistoriesChanged((ids) => {
        if (ids.has(id)) historyChanged();
      }),
    [id, historyChanged],
  );
  const cullingState = { ...historyState, fromPicture: true };
  useCullingKey(view, () => id, cullingState);
  useDetailKeys({ controls, before, looks, close, goBack, goOn, go, total, showPanel });

  const sheet = useBottomRoom();
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus(), []);
  useEffect(() => {
    rememberShown({ id, index: at >= 0 ? at : null });
    if (image) document.title = `${image.filename} – Safelight`;
  }, [id, image, at]);

  return (
    <div className={classes(layout.page, styles.detail)}>
      <nav className={styles.bar} data-many-tools aria-label={t('detail.nav')}>
        <IconButton label={t('detail.back')} keys={PICTURE.back} icon={X} onClick={close} />
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
          onClick={goBack}
        />
        <IconButton
          label={t('detail.next')}
          keys={PICTURE.prevNext}
          at={1}
          icon={ChevronRight}
          disabled={at < 0 || at >= total - 1}
          onClick={goOn}
        />
        {image && <PictureTools image={image} editKeys={editKeys} zoom={zoom} controls={controls} before={before} />}
        <IconButton
          label={t('gallery.cull')}
          keys={CULL.cull}
          icon={GalleryHorizontalEnd}
          onClick={() => openCulling(view, id, cullingState)}
        />
        <PanelButtons open={panel} onShow={showPanel} />
      </nav>
      <ConnectionBar />
      <main className={styles.main} ref={main} tabIndex={-1} data-panel={panel ?? undefined}>
        {image ? (
          <>
            <div className={styles.picture}>
              <Stage
                image={image}
                neighbours={[recordAt(at + 1), recordAt(at - 1)]}
                before={before}
                onBack={goBack}
                onOn={goOn}
                onShown={noteShown}
                onSharp={setSharp}
                onZoom={setZoom}
                live={live}
                looks={looks}
                controls={controls}
              />
              {total > 1 && at >= 0 && (
                <Filmstrip around={around} current={at} urlOf={(to) => imageUrl(to, view, panel)} onGo={go} />
              )}
            </div>
            {panel !== null && (
              <aside
                ref={sheet}
                className={classes(styles.panel, panel === 'develop' && styles.developPanel)}
                aria-label={t(panel === 'info' ? 'detail.panels' : `detail.${panel}`)}
                data-undoes-itself={panel === 'develop' ? '' : undefined}
              >
                <LiveHistogram live={live} blob={preview?.blob ?? null} />
                <PreviewNote image={image} preview={preview} live={live} isEdited={edits.state !== 'none'} />
                {panel === 'info' ? (
                  <Facts image={image} order={view.order} />
                ) : panel === 'organise' ? (
                  <LatePanel ids={own} />
                ) : (
                  <LateDevelopPanel key={id} image={image} edits={edits} live={live} looks={looks} />
                )}
              </aside>
            )}
          </>
        ) : one.error instanceof ApiError ? (
          <Notice mark={<Image size={40} strokeWidth={1.5} aria-hidden />} title={t('detail.cannotShow')}>
            <p>
              <Reason error={one.error} />
            </p>
            <button type="button" className={button()} onClick={close}>
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
