import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import {
  ChevronLeft,
  ChevronRight,
  Columns2,
  Image,
  Info,
  RefreshCw,
  SlidersHorizontal,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { imageQuery, outlineQuery, PAGE_SIZE, pageQuery } from '../api/images.ts';
import { loadOriginal, type LoadedPreview } from '../api/preview-load.ts';
import { reasonOf } from '../api/reason.ts';
import { ApiError } from '../api/request.ts';
import { useWhyNot } from '../api/rights.ts';
import { useIsWaiting, usePreviewFailure } from '../api/waiting.ts';
import { type GalleryView, listParameters } from '../gallery/gallery-view.ts';
import { rememberShown } from '../gallery/last-shown.ts';
import { number, t } from '../i18n/words.ts';
import { type HistoryState, navigate, usePlace } from '../location.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { failureWords } from '../ui/failure-words.ts';
import { Notice, Waiting } from '../ui/notice.tsx';
import { Reason } from '../ui/reason.tsx';
import { say } from '../ui/toasts.tsx';
import { DevelopPanel } from './develop/develop-panel.tsx';
import { useEdits } from './develop/use-edits.ts';
import { DownloadMenu } from './download-menu.tsx';
import { Facts } from './facts.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { Histogram } from './histogram.tsx';
import { imageUrl, type Panel, PANELS, readPanel } from './picture-address.ts';
import { refresh } from './refresh.tsx';
import { useNewWhenStale } from './new-when-stale.ts';
import { Stage, type StageControls } from './stage.tsx';
import './detail.css';

interface Props {
  id: number;
  view: GalleryView;
  place: HistoryState;
  backTo: string;
}

/** Pictures on either side that the filmstrip shows. */
const AROUND = 18;
const PAN_PX = 120;
const ZOOM_STEP = 1.5;

const PANEL_ICONS = { info: Info, develop: SlidersHorizontal };

/** One image, large, with what is known about it and what was done to it; arrow keys go through the list that it was opened from. */
export function Detail({ id, view, place, backTo }: Props) {
  const { search } = usePlace();
  const panel = readPanel(search);
  const neighbourhood = useNeighbourhood(id, view);
  const { at, total, around, recordAt } = neighbourhood;
  const one = useQuery({ ...imageQuery(id), ...(recordAt(at) && { placeholderData: recordAt(at)! }) });
  // Nobody answers: what the list says of it is known all the same.
  const image = one.data ?? (one.error instanceof ApiError ? undefined : recordAt(at));

  const close = useCallback(() => {
    if (place.fromGallery) history.back();
    else navigate(backTo);
  }, [place.fromGallery, backTo]);

  const { idAt } = neighbourhood;
  const go = useCallback(
    (index: number) => {
      const to = idAt(index);
      if (to !== undefined) navigate(imageUrl(to, view, panel), { replace: true, state: { ...place, index } });
    },
    [idAt, view, panel, place],
  );
  const goBack = useCallback(() => go(at - 1), [go, at]);
  const goOn = useCallback(() => go(at + 1), [go, at]);
  const showPanel = useCallback(
    (next: Panel) => navigate(imageUrl(id, view, panel === next ? null : next), { replace: true, state: place }),
    [id, view, panel, place],
  );

  const controls = useRef<StageControls>(null);
  const [zoom, setZoom] = useState({ percent: 100, isFit: true });
  const [shown, setShown] = useState<{ id: number; preview: LoadedPreview } | null>(null);
  const noteShown = useCallback((preview: LoadedPreview) => setShown({ id, preview }), [id]);
  const preview = shown?.id === id ? shown.preview : null;
  const edits = useEdits(id, preview);
  const noPreview = useWhyNot('previews:read');
  const before = useBefore(noPreview === null ? image : undefined, edits.before);
  useNewWhenStale(image, preview, edits.state === 'none');

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = target.matches('input:not([type=checkbox]), select, textarea');
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest('[role=dialog]')) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        if (isTyping) target.blur();
        else close();
        return;
      }
      if (isTyping) return;
      const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;
      const arrow = arrows[event.key as keyof typeof arrows] as readonly [number, number] | undefined;
      const action =
        event.shiftKey && arrow
          ? () => controls.current?.pan(arrow[0] * PAN_PX, arrow[1] * PAN_PX)
          : {
              ArrowLeft: goBack,
              ArrowRight: goOn,
              Home: () => go(0),
              End: () => go(total - 1),
              z: () => controls.current?.toggle(),
              '+': () => controls.current?.zoomBy(ZOOM_STEP),
              '=': () => controls.current?.zoomBy(ZOOM_STEP),
              '-': () => controls.current?.zoomBy(1 / ZOOM_STEP),
              i: () => showPanel('info'),
              d: () => showPanel('develop'),
              b: event.repeat ? () => undefined : before.show,
            }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key === 'b') before.hide();
    };
    addEventListener('keydown', onKey);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', before.hide);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', before.hide);
    };
  }, [close, goBack, goOn, go, total, showPanel, before.show, before.hide]);

  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus(), []);
  useEffect(() => {
    rememberShown({ id, index: at >= 0 ? at : null });
    if (image) document.title = `${image.filename} – Safelight`;
  }, [id, image, at]);

  return (
    <div className="app detail">
      <ConnectionBar />
      <nav className="detail-bar" aria-label={t('detail.nav')}>
        <IconButton label={t('detail.back')} title={t('detail.backKey')} icon={X} onClick={close} />
        <h1 className="detail-name">{image?.filename ?? t('detail.picture')}</h1>
        {at >= 0 && (
          <span className="detail-count">{t('detail.of', { index: number(at + 1), total: number(total) })}</span>
        )}
        <IconButton label={t('detail.previous')} keys="←" icon={ChevronLeft} disabled={at <= 0} onClick={goBack} />
        <IconButton
          label={t('detail.next')}
          keys="→"
          icon={ChevronRight}
          disabled={at < 0 || at >= total - 1}
          onClick={goOn}
        />
        {image && (
          <div className="detail-tools">
            <span className="detail-zoom">
              <IconButton
                label={t('detail.zoomOut')}
                keys="−"
                icon={ZoomOut}
                disabled={zoom.isFit}
                onClick={() => controls.current?.zoomBy(1 / ZOOM_STEP)}
              />
              <button
                type="button"
                className="button button-quiet zoom-level"
                title={`${zoom.isFit ? t('detail.zoomFull') : t('detail.zoomFit')} (Z)`}
                onClick={() => controls.current?.toggle()}
              >
                {zoom.isFit ? t('detail.zoomFit') : `${number(zoom.percent)} %`}
              </button>
              <IconButton
                label={t('detail.zoomIn')}
                keys="+"
                icon={ZoomIn}
                onClick={() => controls.current?.zoomBy(ZOOM_STEP)}
              />
            </span>
            <ActionButton
              className="button button-quiet button-icon"
              whyNot={noPreview}
              aria-label={t('detail.before')}
              title={t('detail.beforeHold')}
              aria-pressed={before.url !== null}
              onPointerDown={before.show}
              onPointerUp={before.hide}
              onPointerLeave={before.hide}
              onKeyDown={({ key, repeat }) => {
                if ((key === ' ' || key === 'Enter') && !repeat) before.show();
              }}
              onKeyUp={before.hide}
              onContextMenu={(event) => event.preventDefault()}
            >
              <Columns2 size={18} aria-hidden />
            </ActionButton>
            <RefreshButton image={image} />
            <DownloadMenu image={image} />
          </div>
        )}
        <div className="detail-panels">
          {PANELS.map((name) => {
            const Icon = PANEL_ICONS[name];
            return (
              <button
                key={name}
                type="button"
                className="button button-quiet button-icon"
                aria-label={t(`detail.${name}`)}
                title={`${t(`detail.${name}`)} (${name === 'info' ? 'I' : 'D'})`}
                aria-pressed={panel === name}
                onClick={() => showPanel(name)}
              >
                <Icon size={18} aria-hidden />
              </button>
            );
          })}
        </div>
      </nav>
      <main className="detail-main" ref={main} tabIndex={-1}>
        {image ? (
          <>
            <div className="detail-picture">
              <Stage
                image={image}
                neighbours={[recordAt(at + 1), recordAt(at - 1)]}
                before={before.url}
                onBack={goBack}
                onOn={goOn}
                onShown={noteShown}
                onZoom={setZoom}
                controls={controls}
              />
              {total > 1 && at >= 0 && (
                <Filmstrip around={around} current={at} urlOf={(to) => imageUrl(to, view, panel)} onGo={go} />
              )}
            </div>
            {panel !== null && (
              <aside className="panel" aria-label={t(panel === 'info' ? 'detail.panels' : 'detail.develop')}>
                <Histogram blob={preview?.blob ?? null} />
                <PreviewNote image={image} preview={preview} isEdited={edits.state !== 'none'} />
                {panel === 'info' ? (
                  <Facts image={image} order={view.order} />
                ) : (
                  <DevelopPanel key={id} id={id} edits={edits} />
                )}
              </aside>
            )}
          </>
        ) : one.error instanceof ApiError ? (
          <Notice mark={<Image size={40} strokeWidth={1.5} aria-hidden />} title={t('detail.cannotShow')}>
            <p>
              <Reason error={one.error} />
            </p>
            <button type="button" className="button" onClick={close}>
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

interface IconButtonProps {
  label: string;
  title?: string;
  keys?: string;
  icon: typeof X;
  disabled?: boolean;
  whyNot?: string | null;
  onClick: () => void;
}

function IconButton({ label, title, keys, icon: Icon, disabled, whyNot = null, onClick }: IconButtonProps) {
  return (
    <ActionButton
      className="button button-quiet button-icon"
      aria-label={label}
      title={title ?? (keys === undefined ? label : `${label} (${keys})`)}
      disabled={disabled}
      whyNot={whyNot}
      onClick={onClick}
    >
      <Icon size={18} aria-hidden />
    </ActionButton>
  );
}

function RefreshButton({ image }: { image: ImageRecord }) {
  const whyNot = useWhyNot('cache:refresh');
  return (
    <IconButton label={t('detail.refresh')} icon={RefreshCw} whyNot={whyNot} onClick={() => void refresh(image)} />
  );
}

/** Where the pixels come from, and whether they show the present state. */
function PreviewNote({
  image,
  preview,
  isEdited,
}: {
  image: ImageRecord;
  preview: LoadedPreview | null;
  isEdited: boolean;
}) {
  const whyNot = useWhyNot('cache:refresh');
  const isFile = preview?.source === 'local' || preview?.source === 'embedded';
  const isWaiting = useIsWaiting(image.id, image.preview_version);
  const failure = usePreviewFailure(image.id);
  // Of an edit's own picture the note below tells. Here nothing new appears: the forms would move away under the hand.
  const wasStale = useRef(false);
  if (!isEdited) wasStale.current = preview?.isStale ?? false;
  return (
    <div className="preview-note">
      {preview?.source && (
        <p>
          {t('detail.source')}: {t(`detail.${preview.source}`)}
        </p>
      )}
      {preview?.isStale && wasStale.current && (
        <p className="preview-stale">
          {t(isFile ? 'detail.staleLocal' : 'detail.stale')} {isWaiting && t('detail.staleWaiting')}
          {failure && t('detail.staleFailed', { why: failureWords(failure) })}{' '}
          {!isWaiting && (
            <ActionButton className="link-button" whyNot={whyNot} onClick={() => void refresh(image)}>
              {t('detail.staleRefresh')}
            </ActionButton>
          )}
        </p>
      )}
    </div>
  );
}

/** The list around an image, as the gallery behind has it. */
function useNeighbourhood(id: number, view: GalleryView) {
  const parameters = listParameters(view);
  const outline = useQuery(outlineQuery(parameters));
  const ids = outline.isPlaceholderData ? undefined : outline.data?.ids;
  const at = useMemo(() => ids?.indexOf(id) ?? -1, [ids, id]);
  const total = ids?.length ?? 0;
  const first = Math.max(0, at - AROUND);
  const last = Math.min(total - 1, at + AROUND);
  const firstPage = Math.floor(first / PAGE_SIZE);
  const count = at < 0 ? 0 : Math.floor(last / PAGE_SIZE) - firstPage + 1;
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, page) => pageQuery(parameters, firstPage + page)),
  });
  const recordAt = (index: number): ImageRecord | undefined => {
    if (index < 0) return undefined;
    const items = pages[Math.floor(index / PAGE_SIZE) - firstPage]?.data?.items;
    const found = items?.[index % PAGE_SIZE];
    return found?.id === ids?.[index] ? found : undefined;
  };
  const idAt = useCallback((index: number): number | undefined => (index < 0 ? undefined : ids?.[index]), [ids]);
  const around =
    at < 0
      ? []
      : Array.from({ length: last - first + 1 }, (_, step) => first + step).map((index) => ({
          index,
          id: ids![index]!,
          image: recordAt(index),
        }));
  return { at, total, around, recordAt, idAt };
}

/** The picture from before the edits made here, or else as the camera left it, for as long as it is asked for. */
function useBefore(image: ImageRecord | undefined, edited: LoadedPreview | null) {
  const [held, setHeld] = useState(false);
  const [original, setOriginal] = useState<{ id: number; url: string } | null>(null);
  const id = image?.id;
  const wanted = held && edited === null;
  useEffect(() => setHeld(false), [id]);
  useEffect(() => {
    if (!wanted || id === undefined || original?.id === id) return;
    const stop = new AbortController();
    loadOriginal(id, stop.signal).then(
      (url) => {
        if (!stop.signal.aborted) setOriginal({ id, url });
      },
      (error: unknown) => {
        if (error instanceof ApiError) say({ title: reasonOf(error) });
      },
    );
    return () => stop.abort();
  }, [wanted, id, original]);
  const url = edited?.url ?? (original?.id === id ? original?.url : undefined) ?? null;
  const show = useCallback(() => setHeld(true), []);
  const hide = useCallback(() => setHeld(false), []);
  return { url: held ? url : null, show, hide };
}
