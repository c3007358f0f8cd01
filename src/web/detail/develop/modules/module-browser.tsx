import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ModuleEntry } from '../../../api/modules.ts';
import { groupOf, searched } from '../../../develop-panel/module-groups.ts';
import { t } from '../../../i18n/words.ts';
import { addable, doesSomething } from './addable.ts';
import { AddList } from './add-list.tsx';
import { ACTIVE, FAVOURITES, GroupTabs, OTHER } from './group-tabs.tsx';
import type { ModuleContext } from './module-context.ts';
import { ModuleList } from './module-list.tsx';
import { keyOf } from './module-names.ts';
import { ModuleSearch } from './module-search.tsx';
import { useFound } from './use-found.ts';
import { useModuleGroups } from './use-module-groups.ts';
import { useToolKeys } from './use-tool-keys.ts';
import styles from './module-browser.module.css';

interface Props {
  modules: readonly ModuleEntry[];
  context: ModuleContext;
  /** Beside the search. */
  tools: ReactNode;
}

/** The modules of a picture: by darktable's groups, or those that the search found. */
export function ModuleBrowser({ modules, tools, ...shared }: Props) {
  const { panel, isRaw, translate } = shared.context;
  const [typed, setTyped] = useState('');
  const [wereOpened, setOpen] = useState<ReadonlySet<string>>(new Set());
  // One that was removed from the history may come back.
  const open = useMemo(() => new Set(modules.map(keyOf).filter((key) => wereOpened.has(key))), [modules, wereOpened]);
  const { group, favourites, places, labelOf, ...grouped } = useModuleGroups(modules, shared.context);
  const found = useFound(modules, typed, shared.context);
  const shown = found ? grouped.inOrder.filter((module) => found.has(keyOf(module))) : grouped.inGroup();
  const absent = useMemo(() => addable(modules, panel), [modules, panel]);
  const offered = (() => {
    if (found) return searched(absent, typed, translate);
    const useful = absent.filter((module) => doesSomething(module, isRaw));
    if (group === ACTIVE) return [];
    if (group === FAVOURITES) return useful.filter(({ operation }) => favourites.has(operation));
    return useful.filter(({ operation }) => groupOf(operation, panel) === group);
  })();
  const toggle = (key: string, { keepsOthers }: { keepsOthers: boolean }) =>
    setOpen((keys) => {
      const others = keepsOthers ? [...keys].filter((one) => one !== key) : [];
      return new Set(keys.has(key) ? others : [...others, key]);
    });

  const { browser, focusAdded, focusMoved } = useRowFocus(places);
  const openAdded = (key: string) => {
    focusAdded(key);
    setOpen(new Set([key]));
  };
  const started = useToolKeys({
    modules,
    absent,
    context: shared.context,
    onOpen: ({ operation, multi_priority }) => {
      const key = keyOf({ operation, multi_priority });
      setTyped('');
      if (!grouped.inGroup().some((module) => keyOf(module) === key))
        grouped.choose(groupOf(operation, panel) ?? OTHER);
      openAdded(key);
    },
  });
  const context = useMemo(() => ({ ...shared.context, started }), [shared.context, started]);
  const whenEmpty = (() => {
    if (found) return offered.length > 0 ? null : t('develop.noHit', { text: typed.trim() });
    if (modules.length === 0 && group === ACTIVE) return t('develop.empty');
    if (group === FAVOURITES) return offered.length > 0 ? null : t('develop.noFavourites');
    return group === ACTIVE ? t('develop.noneByHand') : t('develop.noneInGroup');
  })();

  return (
    <div className={styles.browser} ref={browser} data-gives-way data-is-one-open={open.size > 0 || undefined}>
      <div className={styles.top}>
        <div className={styles.row}>
          <ModuleSearch text={typed} onChange={setTyped} />
          {tools}
        </div>
        {found ? (
          <p className={styles.count} role="status">
            {t('develop.found', { count: shown.length + (shown.length === 0 ? offered.length : 0) })}
          </p>
        ) : (
          <GroupTabs
            groups={grouped.groups}
            chosen={group}
            activeCount={grouped.activeCount}
            onChoose={(name) => {
              grouped.choose(name);
              setOpen(new Set());
            }}
          />
        )}
      </div>
      <div className={styles.list}>
        <ModuleList
          modules={shown}
          automatic={found ? [] : grouped.folded()}
          context={context}
          favourites={favourites}
          open={open}
          onToggle={toggle}
          onAdded={openAdded}
          onMoved={focusMoved}
          found={(module) => found?.get(keyOf(module))}
          whenEmpty={whenEmpty}
        />
        <AddList
          modules={offered}
          context={context}
          favourites={favourites}
          {...((found !== null || group === FAVOURITES) && {
            groupOf: (operation: string) => labelOf(groupOf(operation, panel)),
          })}
          onAdded={(operation) => openAdded(keyOf({ operation, multi_priority: 0 }))}
        />
      </div>
    </div>
  );
}

/** Keeps the focus at modules that come or move. `places`: changes when modules have moved. */
function useRowFocus(places: unknown) {
  const browser = useRef<HTMLDivElement>(null);
  const added = useRef<string | null>(null);
  const moved = useRef<string | null>(null);
  const nameOf = (key: string | null) =>
    key === null ? null : browser.current?.querySelector<HTMLElement>(`[data-module="${key}"]`);
  // One that was moved loses it while its row changes places.
  const onPlaces = useEffectEvent(() => {
    if (document.activeElement === document.body) nameOf(moved.current)?.focus();
    moved.current = null;
  });
  useEffect(() => onPlaces(), [places]);
  // A module that was just added has it once it is there.
  useEffect(() => {
    const name = nameOf(added.current);
    if (!name) return;
    added.current = null;
    name.focus();
  });
  return {
    browser,
    focusAdded: (key: string) => (added.current = key),
    focusMoved: (key: string) => (moved.current = key),
  };
}
