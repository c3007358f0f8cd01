import { askForMany, requestsFor, type Job, type Many } from '../api/ask-darktable.ts';
import { lookAtExports } from '../api/export-batches.ts';
import { renderingNow } from '../api/rendering.ts';
import { nowWaiting } from '../api/waiting.ts';
import { showExports } from '../exports/exports-button.tsx';
import { number, renderingWords, t as page } from '../i18n/words.ts';
import controls from '../ui/controls.module.css';
import { say } from '../ui/toasts.tsx';
import { t } from './selection-words.ts';

/** darktable-cli makes what a recipe asks for, whoever renders else. */
const whoRenders = (recipe: number | null) => {
  if (recipe !== null) return '';
  const rendering = renderingNow();
  return rendering ? renderingWords(rendering) : '';
};

/** Asks for a job for each picture, and says how far it is. `recipe`: the id of that of an export. */
export async function runMany(job: Job, many: Many, recipe: number | null): Promise<void> {
  const total = many.ids.length;
  const stop = new AbortController();
  const message = (asked: number) => ({
    title: t('asking', { done: number(asked), total: number(total) }),
    description: <progress className={controls.progress} value={asked} max={total} aria-label={t('region')} />,
    stays: true,
    action: { label: page('common.cancel'), onClick: () => stop.abort() },
  });
  // A single request has no progress to show and cannot be stopped.
  const toast = say(requestsFor(many) > 1 ? message(0) : { title: t('queueing', { count: total }), stays: true });
  const show = () => {
    toast.close();
    showExports(true);
  };
  const { done, missing, asked, reason } = await askForMany(job, many, {
    recipe,
    signal: stop.signal,
    onProgress: (sofar) => {
      if (sofar < total) toast.change(message(sofar));
    },
  });
  if (job === 'export') lookAtExports();
  if (job === 'refresh') nowWaiting(many.ids.slice(0, asked).map((id) => ({ id, version: '' })));
  if (reason !== null) {
    toast.change({
      title: t('failed', { count: total - asked }),
      description: reason,
      isFailure: true,
    });
  } else if (asked < total) {
    toast.change({ title: t('stopped', { done: number(asked), total: number(total) }) });
  } else {
    toast.change({
      title: t(job === 'export' ? 'exported' : 'refreshed', { count: done }),
      description: missing > 0 ? page('selection.missing', { count: missing }) : whoRenders(recipe),
      ...(job === 'export' && { action: { label: t('showExports'), onClick: show } }),
    });
  }
}
