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
import { changeHistory as changeHistoryOf, historyQuery, isAddition } from '../../api/history.ts';
import { imageQuery } from '../../api/images.ts';
import { undoChange } from '../../api/organising.ts';
import type { LoadedPreview } from '../../api/preview-load.ts';
import { noteRefusal, queryClient } from '../../api/query-client.ts';
import { ApiError } from '../../api/request.ts';
import { nowWaiting } from '../../api/waiting.ts';
import { t } from '../../i18n/words.ts';
import { Reason } from '../../ui/reason.tsx';
import { say } from '../../ui/toasts.tsx';
import type { LivePicture } from '../live/live-picture.ts';
import type { Edits, EditState, ModuleConflict, Visit } from './edits.ts';
import { isEmpty, merged } from './merged.ts';
import { type OpeningEnd, requestFor } from './opening.ts';
import { type HistoryEdit, isSame, type Moment, patchTo, VisitSteps } from './visit-steps.ts';

/** As long as the service itself would wait for a preview. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 1500;

const NO_VISIT: Visit = { edits: [], at: 0 };

/** Stores edits of one image one after the other, then waits for the picture that shows them. */
export function useEdits(id: number, shown: LoadedPreview | null, live: LivePicture): Edits {
  const [state, setState] = useState<EditState>('none');
  const [before, setBefore] = useState<LoadedPreview | null>(null);
  const [refusals, setRefusals] = useState(0);
  const latest = useRef({ id, shown, live });
  latest.current = { id, shown, live };
  /** The modules edited since the picture was opened, as they were then. */
  const opening = useRef<ModuleEntry[]>([]);
  const openingEnd = useRef<OpeningEnd>(null);
  const steps = useRef(new VisitSteps());
  const [visit, setVisit] = useState(NO_VISIT);
  const [conflicts, setConflicts] = useState<readonly ModuleConflict[]>([]);
  const tellVisit = () => setVisit({ edits: [...steps.current.edits], at: steps.current.at });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const going = useRef<Promise<unknown>>(Promise.resolve());
  const pending = useRef(0);
  /** The preview shown when the edit was stored: a different one is the new picture. */
  const stood = useRef<LoadedPreview | null>(null);

  useEffect(() => {
    setState('none');
    setBefore(null);
    stood.current = null;
    opening.current = [];
    openingEnd.current = null;
    steps.current.clear();
    setVisit(NO_VISIT);
    setConflicts([]);
  }, [id]);

  useEffect(() => {
    if (state === 'rendering' || state === 'stale') {
      if (shown && shown !== stood.current && !shown.isStale) setState('rendered');
    }
  }, [shown, state]);

  // News about the preview may be late or missing.
  useEffect(() => {
    if (state !== 'rendering') return;
    const look = setInterval(() => void queryClient.invalidateQueries({ queryKey: ['image', id] }), LOOK_MS);
    const patience = setTimeout(() => setState('stale'), PATIENCE_MS);
    return () => {
      clearInterval(look);
      clearTimeout(patience);
    };
  }, [state, id]);

  const inTurn = useCallback((act: () => Promise<Ended>, { onStored, onRefused, isToldElsewhere = false }: Outcome) => {
    const { id: image } = latest.current;
    setBefore((known) => known ?? latest.current.shown);
    pending.current++;
    setState('saving');
    queue.current = queue.current.then(async () => {
      let ended: EditState = 'rendering';
      try {
        const how = await act();
        if (how !== 'not stored') {
          nowWaiting([{ id: image, version: '' }]);
          stood.current = latest.current.shown;
        } else ended = 'none';
        if (how !== 'stored') setRefusals((count) => count + 1);
        onStored(how);
      } catch (error) {
        ended = 'failed';
        onRefused?.(error);
        setRefusals((count) => count + 1);
        noteRefusal(error);
        const isMoved = error instanceof ApiError && error.code === 'precondition_failed';
        if (!isToldElsewhere)
          say({
            title: t('develop.failed'),
            description: isMoved ? t('develop.moved') : createElement(Reason, { error }),
            isFailure: true,
          });
      }
      await Promise.all(
        [modulesQuery, historyQuery, editsQuery, imageQuery].map((query) =>
          queryClient.invalidateQueries({ queryKey: query(image).queryKey }),
        ),
      );
      pending.current--;
      if (pending.current === 0 && latest.current.id === image) setState(ended);
    });
  }, []);

  const noteOpening = (module: ModuleEntry) => {
    // A step that came later is not part of how the picture was opened.
    if (typeof openingEnd.current === 'number' && module.num >= openingEnd.current) return;
    if (!opening.current.some((one) => isSame(one, module))) opening.current.push(module);
  };
  const beforeRequest = useCallback(() => requestFor(opening.current, openingEnd.current), []);
  const move = useCallback<Edits['move']>((module, patch) => latest.current.live.move(module, patch), []);
  const store = useCallback(
    (module: ModuleEntry, patch: ModulePatch, { isStep, onRefused }: { isStep: boolean; onRefused?: () => void }) => {
      const { id: image, live: picture } = latest.current;
      noteOpening(module);
      const change = picture.change(module, patch);
      inTurn(
        async () => {
          // The page must show the stored state: a change made elsewhere must not be overwritten unseen.
          const known = queryClient
            .getQueryData(modulesQuery(image).queryKey)
            ?.items.find((one) => isSame(one, module));
          const etag = await moduleEtag(image, module);
          const now = await queryClient.query({ ...modulesQuery(image), staleTime: 0 });
          const stored = now.items.find((one) => isSame(one, module));
          const merge = known && stored ? merged(known, stored, patch) : { patch, conflict: null };
          if (merge === null) throw new ApiError(412, 'precondition_failed', t('develop.moved'));
          if (merge.conflict && latest.current.id === image) tellConflict({ module, ...merge.conflict });
          if (isEmpty(merge.patch)) return 'not stored';
          await patchModule(image, module, merge.patch, etag);
          if (isStep && stored && latest.current.id === image) steps.current.add(stored, patch);
          tellVisit();
          return merge.conflict ? 'partly' : 'stored';
        },
        {
          onStored: (how) => {
            if (how === 'stored') return picture.stored(change);
            picture.refused(change);
            if (how === 'partly') picture.refresh();
          },
          onRefused: () => {
            picture.refused(change);
            onRefused?.();
          },
        },
      );
    },
    [inTurn],
  );
  const tellConflict = (conflict: ModuleConflict) =>
    setConflicts((known) => [...known.filter(({ module }) => !isSame(module, conflict.module)), conflict]);
  const settle = useCallback<Edits['settle']>(
    (conflict, whose) => {
      setConflicts((known) => known.filter((one) => one !== conflict));
      if (whose === 'mine') store(conflict.module, conflict.mine, { isStep: true });
    },
    [store],
  );
  const edit = useCallback<Edits['edit']>((module, patch) => store(module, patch, { isStep: true }), [store]);
  const goTo = useCallback<Edits['goTo']>(
    (count) => {
      const { id: image, live: picture } = latest.current;
      const now = (module: Moment) => moduleNow(image, module);
      let isRefused = false;
      const go = async () => {
        const target = count(steps.current.at);
        while (latest.current.id === image && !isRefused) {
          const from = steps.current.at;
          const hop = steps.current.goTo(target, now);
          if (hop === null) break;
          const onRefused = () => {
            isRefused = true;
            steps.current.stayAt(from);
            tellVisit();
          };
          if ('edit' in hop)
            inTurn(
              async () => {
                const { change } = await undoChange(hop.edit.change);
                hop.edit.change = change ?? hop.edit.change;
                return 'stored';
              },
              { onStored: () => picture.refresh(), onRefused },
            );
          else
            for (const moment of hop.moments) {
              const module = now(moment);
              if (module) store(module, patchTo(moment, module), { isStep: false, onRefused });
            }
          tellVisit();
          if (steps.current.at === target && 'moments' in hop) break;
          // What the next part is about depends on this one.
          await queue.current;
        }
      };
      // What is on its way is stored first: it is the edit that is meant.
      going.current = Promise.all([going.current, queue.current]).then(go);
    },
    [store, inTurn],
  );
  const changeHistory = useCallback<Edits['changeHistory']>(
    (act, { label, onDone, onRefused }) => {
      const { id: image, live: picture } = latest.current;
      let edit: HistoryEdit | null = null;
      inTurn(
        async () => {
          const { end } = await queryClient.query(historyQuery(image));
          if (latest.current.id === image) steps.current.settle((module) => moduleNow(image, module));
          const change = await changeHistoryOf(image, act);
          if (change === null) return 'not stored';
          if (latest.current.id !== image) return 'stored';
          edit = { act, label, change };
          const opened = openingEnd.current ?? end;
          // Undone steps go with an addition.
          const isThere = act.is === 'end' || (isAddition(act) && opened !== 'gone' && opened <= end);
          openingEnd.current = isThere ? opened : 'gone';
          steps.current.addHistory(edit);
          tellVisit();
          return 'stored';
        },
        {
          ...(onRefused && { onRefused, isToldElsewhere: true }),
          onStored: (how) => {
            if (how === 'not stored') return onDone?.(null);
            picture.refresh();
            onDone?.(() => {
              const at = edit ? steps.current.edits.indexOf(edit) : -1;
              if (at >= 0) goTo((count) => Math.min(count, at));
            });
          },
        },
      );
    },
    [inTurn, goTo],
  );
  const historyChanged = useCallback(() => {
    const { live: picture } = latest.current;
    inTurn(() => Promise.resolve('stored'), { onStored: () => picture.refresh() });
  }, [inTurn]);
  const undo = useCallback(
    (module: ModuleEntry) => {
      const { id: image, live: picture } = latest.current;
      noteOpening(module);
      const before = queryClient.getQueryData(modulesQuery(image).queryKey)?.items.find((one) => isSame(one, module));
      inTurn(
        async () => {
          await undoModule(image, module);
          if (before) steps.current.add(before, null);
          tellVisit();
          return 'stored';
        },
        { onStored: () => picture.refresh() },
      );
    },
    [inTurn],
  );
  return {
    ...{ state, before, beforeRequest, refusals, move, edit, undo, conflicts, settle, visit, goTo },
    ...{ changeHistory, historyChanged },
  };
}

const moduleNow = (image: number, module: Moment) =>
  queryClient.getQueryData(modulesQuery(image).queryKey)?.items.find((one) => isSame(one, module));

/** An edit that others' changes have left nothing or only a part of. */
type Ended = 'stored' | 'partly' | 'not stored';

/** What the picture does once it is known whether an edit is stored. */
interface Outcome {
  onStored: (how: Ended) => void;
  onRefused?: (error: unknown) => void;
  /** `onRefused` says why. */
  isToldElsewhere?: boolean;
}
