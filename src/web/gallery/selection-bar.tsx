import { useState } from 'react';
import { Download, PenLine, RefreshCw, Tag, X } from 'lucide-react';
import { askForMany, requestsFor, type Job, type Many } from '../api/ask-darktable.ts';
import type { ListParameters, Outline } from '../api/images.ts';
import { lookAtExports } from '../api/export-batches.ts';
import { renderingNow } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { showExports } from '../exports/exports-button.tsx';
import { nowWaiting } from '../api/waiting.ts';
import { EditsMenu } from '../history/edits-menu.tsx';
import { number, renderingWords, t } from '../i18n/words.ts';
import { TAGS } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import type { MarkWish } from '../organising/decision.ts';
import { MarkButtons } from '../organising/mark-buttons.tsx';
import { organise } from '../organising/organise.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { useBottomRoom } from '../ui/bottom-room.ts';
import { Dialog } from '../ui/dialog.tsx';
import { say } from '../ui/toasts.tsx';
import { chosenPictures, pictureToCopy } from './chosen-pictures.ts';
import { openPanel } from './open-panel.ts';
import { PicturesMenu } from './pictures/pictures-menu.tsx';
import { clearSelection, isEverything, selectAll, selection, useSelectionSize } from './selection.ts';
import { button } from '../ui/button.ts';
import controls from '../ui/controls.module.css';
import styles from './selection-bar.module.css';

/** From this number on, a mistake costs hours of rendering. */
const MANY = 200;

interface Props {
  outline: Outline | undefined;
  /** The filter of the outline. */
  parameters: ListParameters;
}

/** The actions for the selected pictures. */
export function SelectionBar({ outline, parameters }: Props) {
  const count = useSelectionSize();
  const [sure, setSure] = useState<Job | null>(null);
  const total = outline?.ids.length ?? 0;
  const whyNot = useWhyNot('cache:refresh');
  const whyNoMarks = useWhyNot('images:write');
  const room = useBottomRoom();
  const mark = (wish: MarkWish) => {
    if (whyNoMarks === null) organise(wish, [...selection()]);
    else say({ id: 'organise', title: whyNoMarks });
  };

  const go = (job: Job) =>
    run(job, {
      ids: [...selection()],
      matching: outline && isEverything(outline.ids) ? parameters : null,
    });
  const ask = (job: Job) => {
    if (count >= MANY) setSure(job);
    else void go(job);
  };

  return (
    <>
      <section ref={room} className={styles.bar} aria-label={t('selection.region')}>
        <button
          type="button"
          className={button('quiet', 'icon')}
          aria-label={t('selection.clear')}
          title={t('selection.clear')}
          onClick={clearSelection}
        >
          <X size={18} aria-hidden />
        </button>
        <strong className={styles.count}>{t('selection.count', { count })}</strong>
        {outline && count < total && (
          <button type="button" className={button('quiet')} onClick={() => selectAll(outline.ids)}>
            {t('selection.all', { total: number(total) })}
          </button>
        )}
        <span className={styles.marks}>
          <MarkButtons withReject onWish={mark} />
          <span className={styles.panels}>
            <button
              type="button"
              className={button('quiet', 'icon')}
              aria-label={t('panel.open')}
              title={withKey(t('panel.open'), TAGS.tags)}
              onClick={() => openPanel('tags')}
            >
              <Tag size={17} aria-hidden />
            </button>
            <button
              type="button"
              className={button('quiet', 'icon')}
              aria-label={t('panel.openTexts')}
              title={t('panel.openTexts')}
              onClick={() => openPanel('texts')}
            >
              <PenLine size={17} aria-hidden />
            </button>
            <EditsMenu side="top" from={pictureToCopy} onto={chosenPictures} />
            <PicturesMenu />
          </span>
        </span>
        <span className={styles.actions}>
          <ActionButton className={button()} whyNot={whyNot} onClick={() => ask('refresh')}>
            <RefreshCw size={16} aria-hidden />
            {t('selection.refresh')}
          </ActionButton>
          <ActionButton className={button('primary')} whyNot={whyNot} onClick={() => ask('export')}>
            <Download size={16} aria-hidden />
            {t('selection.export')}
          </ActionButton>
        </span>
      </section>
      <Dialog
        open={sure !== null}
        onClose={() => setSure(null)}
        title={t(sure === 'export' ? 'selection.exportTitle' : 'selection.refreshTitle', { count })}
        actions={
          <>
            <button type="button" className={button()} onClick={() => setSure(null)}>
              {t('common.cancel')}
            </button>
            <button
              type="button"
              className={button('primary')}
              onClick={() => {
                if (sure) void go(sure);
                setSure(null);
              }}
            >
              {t(sure === 'export' ? 'selection.export' : 'selection.refresh')}
            </button>
          </>
        }
      >
        <p>{t(sure === 'export' ? 'selection.exportHow' : 'selection.refreshHow')}</p>
      </Dialog>
    </>
  );
}

const whoRenders = () => {
  const rendering = renderingNow();
  return rendering ? renderingWords(rendering) : '';
};

async function run(job: Job, many: Many): Promise<void> {
  const total = many.ids.length;
  const stop = new AbortController();
  const message = (asked: number) => ({
    title: t('selection.asking', { done: number(asked), total: number(total) }),
    description: (
      <progress className={controls.progress} value={asked} max={total} aria-label={t('selection.region')} />
    ),
    stays: true,
    action: { label: t('common.cancel'), onClick: () => stop.abort() },
  });
  // A single request has no progress to show and cannot be stopped.
  const toast = say(
    requestsFor(many) > 1 ? message(0) : { title: t('selection.queueing', { count: total }), stays: true },
  );
  const show = () => {
    toast.close();
    showExports(true);
  };
  const { done, missing, asked, reason } = await askForMany(job, many, {
    signal: stop.signal,
    onProgress: (sofar) => {
      if (sofar < total) toast.change(message(sofar));
    },
  });
  if (job === 'export') lookAtExports();
  if (job === 'refresh') nowWaiting(many.ids.slice(0, asked).map((id) => ({ id, version: '' })));
  if (reason !== null) {
    toast.change({
      title: t('selection.failed', { count: total - asked }),
      description: reason,
      isFailure: true,
    });
  } else if (asked < total) {
    toast.change({ title: t('selection.stopped', { done: number(asked), total: number(total) }) });
  } else {
    toast.change({
      title: t(job === 'export' ? 'selection.exported' : 'selection.refreshed', { count: done }),
      description: missing > 0 ? t('selection.missing', { count: missing }) : whoRenders(),
      ...(job === 'export' && { action: { label: t('selection.showExports'), onClick: show } }),
    });
  }
}
