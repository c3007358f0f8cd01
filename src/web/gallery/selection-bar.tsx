import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download, RefreshCw, X } from 'lucide-react';
import { askForMany, type Job } from '../api/ask-darktable.ts';
import type { Outline } from '../api/images.ts';
import { sessionQuery } from '../api/session.ts';
import { nowWaiting } from '../api/waiting.ts';
import { number, t } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { say } from '../ui/toasts.tsx';
import { clearSelection, selectAll, selection, useSelectionSize } from './selection.ts';
import './selection-bar.css';

/** From here on, a slip of the hand costs hours of rendering. */
const MANY = 200;

/** What can be done with the selected pictures. */
export function SelectionBar({ outline }: { outline: Outline | undefined }) {
  const count = useSelectionSize();
  const session = useQuery(sessionQuery);
  const [sure, setSure] = useState<Job | null>(null);
  const total = outline?.ids.length ?? 0;
  const may = session.data?.scopes.includes('cache:refresh') ?? false;

  const ask = (job: Job) => {
    if (count >= MANY) setSure(job);
    else void run(job);
  };

  return (
    <>
      <p className="visually-hidden" role="status">
        {count > 0 && t('selection.count', { count })}
      </p>
      {count > 0 && (
        <section className="selection-bar" aria-label={t('selection.region')}>
          <button
            type="button"
            className="button button-quiet button-icon"
            aria-label={t('selection.clear')}
            title={t('selection.clear')}
            onClick={clearSelection}
          >
            <X size={18} aria-hidden />
          </button>
          <strong className="selection-count">{t('selection.count', { count })}</strong>
          {outline && count < total && (
            <button type="button" className="button button-quiet" onClick={() => selectAll(outline.ids)}>
              {t('selection.all', { total: number(total) })}
            </button>
          )}
          <span className="selection-actions">
            <button
              type="button"
              className="button"
              disabled={!may}
              title={may ? undefined : t('selection.noRight')}
              onClick={() => ask('refresh')}
            >
              <RefreshCw size={16} aria-hidden />
              {t('selection.refresh')}
            </button>
            <button
              type="button"
              className="button button-primary"
              disabled={!may}
              title={may ? undefined : t('selection.noRight')}
              onClick={() => ask('export')}
            >
              <Download size={16} aria-hidden />
              {t('selection.export')}
            </button>
          </span>
        </section>
      )}
      <Dialog
        open={sure !== null}
        onClose={() => setSure(null)}
        title={t('selection.sureTitle', { count })}
        actions={
          <>
            <button type="button" className="button" onClick={() => setSure(null)}>
              {t('common.cancel')}
            </button>
            <button
              type="button"
              className="button button-primary"
              onClick={() => {
                if (sure) void run(sure);
                setSure(null);
              }}
            >
              {t('selection.goOn')}
            </button>
          </>
        }
      >
        <p>{t(sure === 'export' ? 'selection.sureExport' : 'selection.sureRefresh')}</p>
      </Dialog>
    </>
  );
}

async function run(job: Job): Promise<void> {
  const ids = [...selection()];
  const stop = new AbortController();
  const message = (done: number) => ({
    title: t('selection.asking', { done: number(done), total: number(ids.length) }),
    description: <progress className="progress" value={done} max={ids.length} aria-label={t('selection.region')} />,
    stays: true,
    action: { label: t('common.cancel'), onClick: () => stop.abort() },
  });
  const toast = say(message(0));
  let lastTold = 0;
  const result = await askForMany(job, ids, {
    signal: stop.signal,
    onProgress: (done) => {
      if (performance.now() - lastTold < 100) return;
      lastTold = performance.now();
      toast.change(message(done));
    },
  });
  if (job === 'refresh') {
    const failed = new Set(result.failed);
    nowWaiting(ids.filter((id) => !failed.has(id)).map((id) => ({ id, version: '' })));
  }
  if (stop.signal.aborted) {
    toast.change({ title: t('selection.stopped', { done: number(result.done), total: number(ids.length) }) });
  } else if (result.failed.length > 0) {
    toast.change({
      title: t('selection.failed', { count: ids.length - result.done }),
      description: result.reason ?? '',
      isFailure: true,
    });
  } else {
    toast.change({
      title: t(job === 'export' ? 'selection.exported' : 'selection.refreshed', { count: result.done }),
      description: t('selection.whenRunning'),
    });
    clearSelection();
  }
}
