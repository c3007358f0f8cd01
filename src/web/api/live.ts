import { rightsChanged } from '../rights/rights-changed.ts';
import { agentsChanged } from './agents.ts';
import { changeProgress } from './change-progress.ts';
import { lookAtExports } from './export-batches.ts';
import { adminNews } from './admin-news.ts';
import { hearNews, type Reactions } from './news/hear-news.ts';
import type { ImagePage } from './images.ts';
import { libraryQuery } from './library.ts';
import { setLive } from './live-state.ts';
import { postponedChanged } from './postponed.ts';
import { previewChanged, previewsChanged } from './preview-load.ts';
import { queryClient } from './query-client.ts';
import { renderingChanged } from './rendering.ts';
import { forgetWaiting, previewCame, previewFailed } from './waiting.ts';

/** A library that changes all the time is not queried more often than this. */
const CALM_MS = 1000;

/** Everything that shows the library's content. */
const LIBRARY_KEYS = [
  'images',
  'image',
  'tags',
  'albums',
  'films',
  'modules',
  'masks',
  'module-order',
  'history',
  'edits',
  'library',
  'published',
];

/** Listens to the service while somebody is signed in. Returns a function that stops it. */
export function listenToNews(): () => void {
  const library = calm(
    () =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => LIBRARY_KEYS.includes(String(queryKey[0])) }),
  );
  const published = calm(() => {
    for (const kind of ['published', 'library']) void queryClient.invalidateQueries({ queryKey: [kind] });
  });
  const lookAnew = library.look;
  const publicationsChanged = () => {
    void queryClient.invalidateQueries({ queryKey: ['publications'] });
    published.look();
  };
  const proofs = calm(() => {
    for (const kind of ['proofs', 'proof-marks']) void queryClient.invalidateQueries({ queryKey: [kind] });
  });
  const lookAtAll = () => {
    lookAnew();
    publicationsChanged();
    proofs.look();
    lookAtExports();
    postponedChanged();
    forgetWaiting();
    previewsChanged();
  };

  const news: Reactions = {
    hello: ({ missed }) => {
      setLive(true);
      if (missed) lookAtAll();
    },
    'library-changed': lookAnew,
    'albums-changed': lookAnew,
    'library-switched': lookAtAll,
    'queue-depth': ({ queue }) => {
      if (queue === 'export') lookAtExports();
    },
    'index-progress': () => void queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey }),
    'read-only-changed': ({ read_only }) =>
      queryClient.setQueryData(libraryQuery.queryKey, (known) => known && { ...known, read_only }),
    'change-progress': (progress) => changeProgress.tell(progress),
    'postponed-changes': postponedChanged,
    'waiting-rejects': postponedChanged,
    'preview-ready': ({ image_id: id }) => {
      previewChanged(id);
      previewCame(id);
      void queryClient.invalidateQueries({ queryKey: ['image', id] });
      void queryClient.invalidateQueries({
        queryKey: ['images', 'page'],
        predicate: ({ state }) =>
          (state.data as ImagePage | undefined)?.items.some((image) => image.id === id) ?? false,
      });
    },
    'preview-failed': ({ image_id: id, failure: code, reason }) => {
      previewFailed(id, { code, reason });
      previewChanged(id);
    },
    'rendering-changed': renderingChanged,
    'rights-changed': rightsChanged,
    'agents-changed': agentsChanged,
    'publications-changed': publicationsChanged,
    'proofs-changed': proofs.look,
    'proof-mark': proofs.look,
    'proof-done': proofs.look,
  };
  const stop = hearNews([news, adminNews], () => setLive(false));
  return () => {
    setLive(false);
    library.stop();
    published.stop();
    proofs.stop();
    stop();
  };
}

/** Looks at most once in this time, however often it is told to. */
function calm(look: () => void): { look: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    look: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, CALM_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
