import { createElement } from 'react';
import { changeHistory, type HistoryAct, historyQuery, isAddition } from '../../api/history.ts';
import { imageQuery } from '../../api/images.ts';
import {
  editsQuery,
  moduleEtag,
  type ModuleEntry,
  type ModulePatch,
  modulesQuery,
  patchModule,
  undoModule,
} from '../../api/modules.ts';
import { undoChange } from '../../api/organising.ts';
import type { LoadedPreview } from '../../api/preview-load.ts';
import { noteRefusal, queryClient } from '../../api/query-client.ts';
import { ApiError } from '../../api/request.ts';
import { nowWaiting } from '../../api/waiting.ts';
import { t } from '../../i18n/words.ts';
import { Store } from '../../stores/store.ts';
import { Turns } from '../../stores/turns.ts';
import { Reason } from '../../ui/reason.tsx';
import { say } from '../../ui/toasts.tsx';
import type { LivePicture } from '../live/live-picture.ts';
import type { Edits, EditState, ModuleConflict } from './edits.ts';
import { isEmpty, merged } from './merged.ts';
import { type OpeningEnd, requestFor } from './opening.ts';
import { type HistoryEdit, type Hop, isSame, type Moment, patchTo, VisitSteps } from './visit-steps.ts';

/** As long as the service itself would wait for a preview. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 1500;

/** An edit that others' changes have left nothing or only a part of. */
type Ended = 'stored' | 'partly' | 'not stored';

/** What the picture does once it is known whether an edit is stored. */
interface Outcome {
  onStored: (how: Ended) => void;
  onRefused?: (error: unknown) => void;
  /** `onRefused` says why. */
  isToldElsewhere?: boolean;
}

type State = Pick<Edits, 'state' | 'before' | 'refusals' | 'conflicts' | 'visit'>;
const NOTHING_EDITED: State = { state: 'none', before: null, refusals: 0, conflicts: [], visit: { edits: [], at: 0 } };

/** The edits of one image while it is open: stored one after the other, then the picture that shows them is awaited. */
export class ImageEdits extends Store<State> {
  readonly #id: number;
  readonly #live: LivePicture;
  readonly #turns: Turns;
  #going: Promise<unknown> = Promise.resolve();
  readonly #steps = new VisitSteps();
  /** The modules edited since the picture was opened, as they were then. */
  readonly #opening: ModuleEntry[] = [];
  #openingEnd: OpeningEnd = null;
  #pending = 0;
  /** The preview on the page, and the one that was there when the last edit was stored: a different one is the new picture. */
  #shown: LoadedPreview | null = null;
  #stood: LoadedPreview | null = null;
  #isLeft = false;

  /** `turns`: those of all visits. What the last one has not stored yet comes first, also when it was of the same image. */
  constructor(id: number, live: LivePicture, turns: Turns) {
    super(NOTHING_EDITED);
    this.#id = id;
    this.#live = live;
    this.#turns = turns;
  }

  /** Until the function that it returns is called, the image is open. */
  open = (): (() => void) => {
    this.#isLeft = false;
    return () => {
      this.#isLeft = true;
    };
  };

  /** Another preview is on the page. */
  saw(shown: LoadedPreview | null): void {
    this.#shown = shown;
    const { state } = this.snapshot();
    const isAwaited = state === 'rendering' || state === 'stale';
    if (isAwaited && shown && shown !== this.#stood && !shown.isStale) this.#become({ state: 'rendered' });
  }

  /** News about the preview may be late or missing. Returns a function that ends it. */
  lookForPreview(): () => void {
    const { queryKey } = imageQuery(this.#id);
    const look = setInterval(() => void queryClient.invalidateQueries({ queryKey }), LOOK_MS);
    const patience = setTimeout(() => this.#become({ state: 'stale' }), PATIENCE_MS);
    return () => {
      clearInterval(look);
      clearTimeout(patience);
    };
  }

  beforeRequest: Edits['beforeRequest'] = () => requestFor(this.#opening, this.#openingEnd);
  move: Edits['move'] = (module, patch) => this.#live.move(module, patch);
  edit: Edits['edit'] = (module, patch) => this.#store(module, patch, { isStep: true });

  undo: Edits['undo'] = (module) => {
    this.#noteOpening(module);
    const before = this.#moduleNow(module);
    this.#inTurn(
      async () => {
        await undoModule(this.#id, module);
        if (before) this.#steps.add(before, null);
        this.#tellVisit();
        return 'stored';
      },
      { onStored: () => this.#live.refresh() },
    );
  };

  settle: Edits['settle'] = (conflict, whose) => {
    this.#become({ conflicts: this.snapshot().conflicts.filter((one) => one !== conflict) });
    if (whose === 'mine') this.edit(conflict.module, conflict.mine);
  };

  /** What is on its way is stored first: it is the edit that is meant. */
  goTo: Edits['goTo'] = (count) => {
    this.#going = Promise.all([this.#going, this.#turns.rest()]).then(() => this.#go(count(this.#steps.at)));
  };

  changeHistory: Edits['changeHistory'] = (act, { label, onDone, onRefused }) => {
    let edit: HistoryEdit | null = null;
    const takeBack = () => {
      const at = edit ? this.#steps.edits.indexOf(edit) : -1;
      if (at >= 0) this.goTo((count) => Math.min(count, at));
    };
    this.#inTurn(
      async () => {
        edit = await this.#storeHistory(act, label);
        return edit ? 'stored' : 'not stored';
      },
      {
        ...(onRefused && { onRefused, isToldElsewhere: true }),
        onStored: (how) => {
          if (how === 'not stored') return onDone?.(null);
          this.#live.refresh();
          onDone?.(takeBack);
        },
      },
    );
  };

  historyChanged: Edits['historyChanged'] = () =>
    this.#inTurn(() => Promise.resolve('stored'), { onStored: () => this.#live.refresh() });

  #become(change: Partial<State>): void {
    this.set({ ...this.snapshot(), ...change });
  }
  #tellVisit(): void {
    this.#become({ visit: { edits: [...this.#steps.edits], at: this.#steps.at } });
  }
  #countRefusal(): void {
    this.#become({ refusals: this.snapshot().refusals + 1 });
  }
  #moduleNow = (module: Moment): ModuleEntry | undefined =>
    queryClient.getQueryData(modulesQuery(this.#id).queryKey)?.items.find((one) => isSame(one, module));

  #noteOpening(module: ModuleEntry): void {
    // A step that came later is not part of how the picture was opened.
    if (typeof this.#openingEnd === 'number' && module.num >= this.#openingEnd) return;
    if (!this.#opening.some((one) => isSame(one, module))) this.#opening.push(module);
  }

  #inTurn(act: () => Promise<Ended>, outcome: Outcome): void {
    this.#become({ before: this.snapshot().before ?? this.#shown, state: 'saving' });
    this.#pending++;
    void this.#turns.run(async () => {
      const ended = await this.#end(act, outcome);
      await Promise.all(
        [modulesQuery, historyQuery, editsQuery, imageQuery].map((query) =>
          queryClient.invalidateQueries({ queryKey: query(this.#id).queryKey }),
        ),
      );
      this.#pending--;
      if (this.#pending > 0) return;
      this.#become({ state: ended });
      // The new picture may have come before.
      this.saw(this.#shown);
    });
  }

  async #end(act: () => Promise<Ended>, { onStored, onRefused, isToldElsewhere = false }: Outcome): Promise<EditState> {
    try {
      const how = await act();
      if (how !== 'not stored') {
        nowWaiting([{ id: this.#id, version: '' }]);
        this.#stood = this.#shown;
      }
      if (how !== 'stored') this.#countRefusal();
      onStored(how);
      return how === 'not stored' ? 'none' : 'rendering';
    } catch (error) {
      onRefused?.(error);
      this.#countRefusal();
      noteRefusal(error);
      const isMoved = error instanceof ApiError && error.code === 'precondition_failed';
      if (!isToldElsewhere)
        say({
          title: t('develop.failed'),
          description: isMoved ? t('develop.moved') : createElement(Reason, { error }),
          isFailure: true,
        });
      return 'failed';
    }
  }

  #store(module: ModuleEntry, patch: ModulePatch, { isStep, onRefused }: { isStep: boolean; onRefused?: () => void }) {
    this.#noteOpening(module);
    const change = this.#live.change(module, patch);
    this.#inTurn(() => this.#patch(module, patch, isStep), {
      onStored: (how) => {
        if (how === 'stored') return this.#live.stored(change);
        this.#live.refused(change);
        if (how === 'partly') this.#live.refresh();
      },
      onRefused: () => {
        this.#live.refused(change);
        onRefused?.();
      },
    });
  }

  /** The page must show the stored state: a change made elsewhere must not be overwritten unseen. */
  async #patch(module: ModuleEntry, patch: ModulePatch, isStep: boolean): Promise<Ended> {
    const known = this.#moduleNow(module);
    const etag = await moduleEtag(this.#id, module);
    const now = await queryClient.query({ ...modulesQuery(this.#id), staleTime: 0 });
    const stored = now.items.find((one) => isSame(one, module));
    const merge = known && stored ? merged(known, stored, patch) : { patch, conflict: null };
    if (merge === null) throw new ApiError(412, 'precondition_failed', t('develop.moved'));
    if (merge.conflict) this.#tellConflict({ module, ...merge.conflict });
    if (isEmpty(merge.patch)) return 'not stored';
    await patchModule(this.#id, module, merge.patch, etag);
    if (isStep && stored) this.#steps.add(stored, patch);
    this.#tellVisit();
    return merge.conflict ? 'partly' : 'stored';
  }

  #tellConflict(conflict: ModuleConflict): void {
    const others = this.snapshot().conflicts.filter(({ module }) => !isSame(module, conflict.module));
    this.#become({ conflicts: [...others, conflict] });
  }

  async #storeHistory(act: HistoryAct, label: string | null): Promise<HistoryEdit | null> {
    const { end } = await queryClient.query(historyQuery(this.#id));
    this.#steps.settle(this.#moduleNow);
    const change = await changeHistory(this.#id, act);
    if (change === null) return null;
    const opened = this.#openingEnd ?? end;
    // Undone steps go with an addition.
    const isThere = act.is === 'end' || (isAddition(act) && opened !== 'gone' && opened <= end);
    this.#openingEnd = isThere ? opened : 'gone';
    const edit = { act, label, change };
    this.#steps.addHistory(edit);
    this.#tellVisit();
    return edit;
  }

  /** To where the first `target` edits are in effect, part by part. */
  async #go(target: number): Promise<void> {
    const refused = { is: false };
    while (!this.#isLeft && !refused.is) {
      const from = this.#steps.at;
      const hop = this.#steps.goTo(target, this.#moduleNow);
      if (hop === null) break;
      this.#hop(hop, () => {
        refused.is = true;
        this.#steps.stayAt(from);
        this.#tellVisit();
      });
      this.#tellVisit();
      if (this.#steps.at === target && 'moments' in hop) break;
      // What the next part is about depends on this one.
      await this.#turns.rest();
    }
  }

  #hop(hop: Hop, onRefused: () => void): void {
    if ('edit' in hop) {
      const { edit } = hop;
      this.#inTurn(
        async () => {
          const { change } = await undoChange(edit.change);
          edit.change = change ?? edit.change;
          return 'stored';
        },
        { onStored: () => this.#live.refresh(), onRefused },
      );
      return;
    }
    for (const moment of hop.moments) {
      const module = this.#moduleNow(moment);
      if (module) this.#store(module, patchTo(moment, module), { isStep: false, onRefused });
    }
  }
}
