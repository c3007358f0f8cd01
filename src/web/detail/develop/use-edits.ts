import { createElement, useCallback, useEffect, useRef, useState } from 'react';
import {
  editsQuery,
  moduleEtag,
  type ModuleEntry,
  type ModulePatch,
  modulesQuery,
  patchModule,
  undoModule,
} from '../../api/modules.ts';
import { imageQuery } from '../../api/images.ts';
import type { LoadedPreview } from '../../api/preview-load.ts';
import { noteRefusal, queryClient } from '../../api/query-client.ts';
import { ApiError } from '../../api/request.ts';
import { nowWaiting } from '../../api/waiting.ts';
import { t } from '../../i18n/words.ts';
import { Reason } from '../../ui/reason.tsx';
import { say } from '../../ui/toasts.tsx';

/** What has become of the last edit. */
export type EditState = 'none' | 'saving' | 'rendering' | 'rendered' | 'stale' | 'failed';

/** As long as the service itself would wait for a preview. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 1500;

export interface Edits {
  state: EditState;
  /** The preview from before the first edit of this picture since it was opened. */
  before: LoadedPreview | null;
  /** How many edits were refused: what was typed for them is not what is stored. */
  refusals: number;
  edit: (module: ModuleEntry, patch: ModulePatch) => void;
  undo: (module: ModuleEntry) => void;
}

/** Stores edits of one image, one after the other, then looks for the picture that shows them. */
export function useEdits(id: number, shown: LoadedPreview | null): Edits {
  const [state, setState] = useState<EditState>('none');
  const [before, setBefore] = useState<LoadedPreview | null>(null);
  const [refusals, setRefusals] = useState(0);
  const latest = useRef({ id, shown });
  latest.current = { id, shown };
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const pending = useRef(0);
  /** What was shown when the edit was stored: the new picture is another one. */
  const stood = useRef<LoadedPreview | null>(null);

  useEffect(() => {
    setState('none');
    setBefore(null);
    stood.current = null;
  }, [id]);

  useEffect(() => {
    if (state === 'rendering' || state === 'stale') {
      if (shown && shown !== stood.current && !shown.isStale) setState('rendered');
    }
  }, [shown, state]);

  // News of the preview may be late or not come at all.
  useEffect(() => {
    if (state !== 'rendering') return;
    const look = setInterval(() => void queryClient.invalidateQueries({ queryKey: ['image', id] }), LOOK_MS);
    const patience = setTimeout(() => setState('stale'), PATIENCE_MS);
    return () => {
      clearInterval(look);
      clearTimeout(patience);
    };
  }, [state, id]);

  const inTurn = useCallback((act: () => Promise<unknown>) => {
    const { id: image } = latest.current;
    setBefore((known) => known ?? latest.current.shown);
    pending.current++;
    setState('saving');
    queue.current = queue.current.then(async () => {
      let ended: EditState = 'rendering';
      try {
        await act();
        nowWaiting([{ id: image, version: '' }]);
        stood.current = latest.current.shown;
      } catch (error) {
        ended = 'failed';
        setRefusals((count) => count + 1);
        noteRefusal(error);
        const isMoved = error instanceof ApiError && error.code === 'precondition_failed';
        say({
          title: t('develop.failed'),
          description: isMoved ? t('develop.moved') : createElement(Reason, { error }),
          isFailure: true,
        });
      }
      await Promise.all(
        [modulesQuery(image).queryKey, editsQuery(image).queryKey, imageQuery(image).queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
      pending.current--;
      if (pending.current === 0 && latest.current.id === image) setState(ended);
    });
  }, []);

  const edit = useCallback(
    (module: ModuleEntry, patch: ModulePatch) => {
      const { id: image } = latest.current;
      inTurn(async () => {
        // What is on the page must be what is stored: a change that came from elsewhere is not overwritten unseen.
        const known = queryClient.getQueryData(modulesQuery(image).queryKey)?.items.find((one) => isSame(one, module));
        const etag = await moduleEtag(image, module);
        const now = await queryClient.query({ ...modulesQuery(image), staleTime: 0 });
        const stored = now.items.find((one) => isSame(one, module));
        if (known && stored && (known.params_b64 !== stored.params_b64 || known.enabled !== stored.enabled))
          throw new ApiError(412, 'precondition_failed', t('develop.moved'));
        await patchModule(image, module, patch, etag);
      });
    },
    [inTurn],
  );
  const undo = useCallback(
    (module: ModuleEntry) => {
      const { id: image } = latest.current;
      inTurn(() => undoModule(image, module));
    },
    [inTurn],
  );
  return { state, before, refusals, edit, undo };
}

const isSame = (one: ModuleEntry, other: ModuleEntry) =>
  one.operation === other.operation && one.multi_priority === other.multi_priority;
