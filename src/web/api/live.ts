import type { LiveEvent, LiveEventName } from '../../contract/live-events.ts';
import { hearChangeProgress } from './change-progress.ts';
import { lookAtExports } from './export-batches.ts';
import { hearAdminNews } from './admin-news.ts';
import type { ImagePage } from './images.ts';
import { libraryQuery } from './library.ts';
import { setLive } from './live-state.ts';
import { postponedChanged } from './postponed.ts';
import { previewChanged, previewsChanged } from './preview-load.ts';
import { queryClient } from './query-client.ts';
import { renderingChanged } from './rendering.ts';
import { previewCame, previewFailed } from './waiting.ts';

type Data<Name extends LiveEventName> = Extract<LiveEvent, { name: Name }>['data'];

/** A library that changes all the time is not queried more often than this. */
const CALM_MS = 1000;
const RETRY_MS = 10_000;

/** Everything that shows the library's content. */
const LIBRARY_KEYS = [
  'images',
  'image',
  'tags',
  'films',
  'modules',
  'masks',
  'module-order',
  'history',
  'edits',
  'library',
];

/** Listens to the service while somebody is signed in. Returns a function that stops it. */
export function listenToNews(): () => void {
  let stream: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let changed: ReturnType<typeof setTimeout> | undefined;

  const lookAnew = () => {
    changed ??= setTimeout(() => {
      changed = undefined;
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => LIBRARY_KEYS.includes(String(queryKey[0])) });
    }, CALM_MS);
  };

  const open = () => {
    const opened = new EventSource('/api/v1/events');
    stream = opened;
    const on = <Name extends LiveEventName>(name: Name, react: (data: Data<Name>) => void) =>
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => react(JSON.parse(data) as Data<Name>));

    on('hello', ({ missed }) => {
      setLive(true);
      if (!missed) return;
      lookAnew();
      lookAtExports();
      postponedChanged();
      previewsChanged();
    });
    on('library-changed', lookAnew);
    on('library-switched', () => {
      lookAnew();
      postponedChanged();
      lookAtExports();
      previewsChanged();
    });
    on('queue-depth', ({ queue }) => {
      if (queue === 'export') lookAtExports();
    });
    on('index-progress', () => void queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey }));
    on('read-only-changed', ({ read_only }) =>
      queryClient.setQueryData(libraryQuery.queryKey, (known) => known && { ...known, read_only }),
    );
    on('change-progress', hearChangeProgress);
    on('postponed-changes', postponedChanged);
    on('waiting-rejects', postponedChanged);
    on('preview-ready', ({ image_id: id }) => {
      previewChanged(id);
      previewCame(id);
      void queryClient.invalidateQueries({ queryKey: ['image', id] });
      void queryClient.invalidateQueries({
        queryKey: ['images', 'page'],
        predicate: ({ state }) =>
          (state.data as ImagePage | undefined)?.items.some((image) => image.id === id) ?? false,
      });
    });
    on('preview-failed', ({ image_id: id, failure: code, reason }) => {
      previewFailed(id, { code, reason });
      previewChanged(id);
    });
    on('rendering-changed', renderingChanged);
    hearAdminNews(opened);
    opened.addEventListener('error', () => {
      setLive(false);
      // The browser reconnects by itself, unless it was refused.
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(retry);
      retry = setTimeout(open, RETRY_MS);
    });
  };

  open();
  return () => {
    setLive(false);
    clearTimeout(retry);
    clearTimeout(changed);
    stream?.close();
  };
}
