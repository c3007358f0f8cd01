import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type ModuleEntry, moduleOrderQuery } from '../../../api/modules.ts';
import { automatic } from '../../../develop-panel/automatic.ts';
import { active, byGroup, groupOf, inPipeOrder, searched } from '../../../develop-panel/module-groups.ts';
import { groupText, panelWordsQuery } from '../../../i18n/panel-words.ts';
import { t } from '../../../i18n/words.ts';
import { addable, doesSomething } from './addable.ts';
import { AddList } from './add-list.tsx';
import { useFavourites } from './favourites.ts';
import { ACTIVE, FAVOURITES, GroupTabs, OTHER } from './group-tabs.tsx';
import type { ModuleContext } from './module-context.ts';
import { ModuleList } from './module-list.tsx';
import { keyOf } from './module-names.ts';
import { ModuleSearch } from './module-search.tsx';
import { useFound } from './use-found.ts';
import styles from './module-browser.module.css';

const KEY = 'develop-group';

/** The modules of a picture: by darktable's groups, or those that the search found. */
export function ModuleBrowser({ modules, context }: { modules: readonly ModuleEntry[]; context: ModuleContext }) {
  const { panel, isRaw, canUndo, translate } = context;
  const words = useQuery(panelWordsQuery(panel.release));
  const [typed, setTyped] = useState('');
  const [wereOpened, setOpen] = useState<ReadonlySet<string>>(new Set());
  // One that was removed from the history may come back.
  const open = useMemo(() => new Set(modules.map(keyOf).filter((key) => wereOpened.has(key))), [modules, wereOpened]);
  const [remembered, setRemembered] = useState(() => localStorage.getItem(KEY) ?? ACTIVE);
  const favourites = useFavourites();
  const found = useFound(modules, typed, context);
  const order = useQuery(moduleOrderQuery(context.imageId)).data?.items;
  const places = useMemo(
    () => new Map(order?.map((place, at) => [`${place.operation} ${place.instance}`, at])),
    [order],
  );

  const inGroups = useMemo(() => byGroup(modules, panel, places), [modules, panel, places]);
  const names = panel.groups.map(({ name }) => name);
  const others = inGroups
    .filter(({ name }) => name === null || !names.includes(name))
    .flatMap(({ entries }) => entries);
  const groups = [
    { name: ACTIVE, label: t('develop.active') },
    { name: FAVOURITES, label: t('develop.favourites') },
    ...names.map((name) => ({ name, label: words.data ? groupText(words.data)(name) : name })),
    ...(others.length > 0 ? [{ name: OTHER, label: t('develop.otherGroup') }] : []),
  ];
  const group = groups.some(({ name }) => name === remembered) ? remembered : ACTIVE;

  // What is switched off stays in sight until the group is chosen again: it may be switched on once more.
  const [wereActive, setWereActive] = useState<ReadonlySet<string>>(new Set());
  const now = active(modules, panel).map(keyOf);
  if (now.some((key) => !wereActive.has(key))) setWereActive(new Set([...wereActive, ...now]));
  const choose = (name: string) => {
    setRemembered(name);
    setWereActive(new Set(now));
    setOpen(new Set());
    localStorage.setItem(KEY, name);
  };

  const inOrder = inGroups.flatMap(({ entries }) => entries);
  const all = useMemo(() => automatic(modules, panel, { isRaw, isEdited: canUndo }), [modules, panel, isRaw, canUndo]);
  const shown = (() => {
    if (found) return inOrder.filter((module) => found.has(keyOf(module)));
    if (group === ACTIVE) {
      const isHere = (module: ModuleEntry) => wereActive.has(keyOf(module)) && !all.has(module);
      return inPipeOrder(modules.filter(isHere), panel, places);
    }
    if (group === FAVOURITES)
      return inPipeOrder(
        modules.filter(({ operation }) => favourites.has(operation)),
        panel,
        places,
      );
    return group === OTHER ? others : (inGroups.find(({ name }) => name === group)?.entries ?? []);
  })();
  const folded = found === null && group === ACTIVE ? active([...all], panel, places) : [];
  /** The group's name in the reader's words. */
  const labelOf = (name: string | null) => groups.find((one) => one.name === name)?.label ?? t('develop.otherGroup');
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

  // A module that was just added has the focus once it is there.
  const browser = useRef<HTMLDivElement>(null);
  const added = useRef<string | null>(null);
  const openAdded = (key: string) => {
    added.current = key;
    setOpen(new Set([key]));
  };
  // One that was moved loses it while its row changes places.
  const moved = useRef<string | null>(null);
  useEffect(() => {
    const name = moved.current && browser.current?.querySelector<HTMLElement>(`[data-module="${moved.current}"]`);
    if (name && document.activeElement === document.body) name.focus();
    moved.current = null;
  }, [places]);
  useEffect(() => {
    const name = added.current && browser.current?.querySelector<HTMLElement>(`[data-module="${added.current}"]`);
    if (!name) return;
    added.current = null;
    name.focus();
  });

  const whenEmpty = (() => {
    if (found) return offered.length > 0 ? null : t('develop.noHit', { text: typed.trim() });
    if (modules.length === 0 && group === ACTIVE) return t('develop.empty');
    if (group === FAVOURITES) return offered.length > 0 ? null : t('develop.noFavourites');
    return group === ACTIVE ? t('develop.noneByHand') : t('develop.noneInGroup');
  })();

  return (
    <div className={styles.browser} ref={browser} data-gives-way data-is-one-open={open.size > 0 || undefined}>
      <div className={styles.top}>
        <ModuleSearch text={typed} onChange={setTyped} />
        {found ? (
          <p className={styles.count} role="status">
            {t('develop.found', { count: shown.length + (shown.length === 0 ? offered.length : 0) })}
          </p>
        ) : (
          <GroupTabs groups={groups} chosen={group} activeCount={now.length} onChoose={choose} />
        )}
      </div>
      <div className={styles.list}>
        <ModuleList
          modules={shown}
          automatic={folded}
          context={context}
          favourites={favourites}
          open={open}
          onToggle={toggle}
          onAdded={openAdded}
          onMoved={(key) => {
            moved.current = key;
          }}
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
