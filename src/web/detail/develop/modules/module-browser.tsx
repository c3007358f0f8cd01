import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ModuleEntry } from '../../../api/modules.ts';
import { groupOf, searched } from '../../../develop-panel/module-groups.ts';
import { t } from '../../../i18n/words.ts';
import { addable, doesSomething } from './addable.ts';
import { AddList } from './add-list.tsx';
import { ACTIVE, BASICS, GroupTabs, OTHER } from './group-tabs.tsx';
import type { ModuleContext } from './module-context.ts';
import { ModuleList } from './module-list.tsx';
import { keyOf } from './module-names.ts';
import { ModuleSearch } from './module-search.tsx';
import { ON_PICTURE } from '../../handles/on-picture.ts';
import { mediaHook } from '../../../ui/use-media.ts';
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

/** For more than one open module, as the style sheets have it. */
const useHasRoom = mediaHook('(min-width: 820.5px) and (min-height: 560.5px)');

/** The modules of a picture: by darktable's groups, or those that the search found. */
export function ModuleBrowser({ modules, tools, ...shared }: Props) {
  const { panel, isRaw, translate } = shared.context;
  const [typed, setTyped] = useState('');
  const [wereOpened, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { group, basics, places, labelOf, ...grouped } = useModuleGroups(modules, shared.context);
  const found = useFound(modules, typed, shared.context);
  const shown = found ? grouped.inOrder.filter((module) => found.has(keyOf(module))) : grouped.inGroup();
  /** The basics stand open together, at every picture; what lays a form over the picture waits until it is asked for. */
  const areTogether = useHasRoom() && group === BASICS && found === null;
  const isBasic = (operation: string) => areTogether && basics.has(operation) && !Object.hasOwn(ON_PICTURE, operation);
  // One that was removed from the history may come back.
  const open = new Set(
    modules
      .filter((module) =>
        isBasic(module.operation) ? !basics.isFolded(module.operation) : wereOpened.has(keyOf(module)),
      )
      .map(keyOf),
  );
  const absent = useMemo(() => addable(modules, panel), [modules, panel]);
  const offered = (() => {
    if (found) return searched(absent, typed, translate);
    const useful = absent.filter((module) => doesSomething(module, isRaw));
    if (group === ACTIVE) return [];
    if (group === BASICS) return useful.filter(({ operation }) => basics.has(operation));
    return useful.filter(({ operation }) => groupOf(operation, panel) === group);
  })();
  const toggle = ({ operation, ...instance }: ModuleEntry, { keepsOthers }: { keepsOthers: boolean }) => {
    if (isBasic(operation)) {
      basics.fold(operation);
      return;
    }
    const key = keyOf({ operation, ...instance });
    setOpen((keys) => {
      const others = keepsOthers || areTogether ? [...keys].filter((one) => one !== key) : [];
      return new Set(keys.has(key) ? others : [...others, key]);
    });
  };

  const { browser, focusAdded, focusMoved } = useRowFocus(places);
  const openAdded = (key: string) => {
    focusAdded(key);
    const [operation = ''] = key.split(' ');
    if (isBasic(operation) && basics.isFolded(operation)) basics.fold(operation);
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
    if (group === BASICS) return offered.length > 0 ? null : t('develop.noBasics');
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
          basics={basics}
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
          basics={basics}
          {...((found !== null || group === BASICS) && {
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
