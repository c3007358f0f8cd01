import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type ModuleEntry, moduleOrderQuery } from '../../../api/modules.ts';
import { automatic } from '../../../develop-panel/automatic.ts';
import { active, byGroup, inPipeOrder } from '../../../develop-panel/module-groups.ts';
import { groupText, panelWordsQuery } from '../../../i18n/panel-words.ts';
import { t } from '../../../i18n/words.ts';
import { useBasics } from './basics.ts';
import { ACTIVE, BASICS, OTHER } from './group-tabs.tsx';
import type { ModuleContext } from './module-context.ts';
import { keyOf } from './module-names.ts';

const KEY = 'develop-group';

/** darktable's groups, the one that is chosen, and the modules of the picture that are in it. */
export function useModuleGroups(modules: readonly ModuleEntry[], context: ModuleContext) {
  const { panel, isRaw, canUndo } = context;
  const words = useQuery(panelWordsQuery(panel.release));
  const basics = useBasics();
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
    { name: BASICS, label: t('develop.basics') },
    ...names.map((name) => ({ name, label: words.data ? groupText(words.data)(name) : name })),
    ...(others.length > 0 ? [{ name: OTHER, label: t('develop.otherGroup') }] : []),
  ];
  const [remembered, setRemembered] = useState(() => localStorage.getItem(KEY) ?? ACTIVE);
  const group = groups.some(({ name }) => name === remembered) ? remembered : ACTIVE;

  // What is switched off stays in sight until the group is chosen again: it may be switched on once more.
  const [wereActive, setWereActive] = useState<ReadonlySet<string>>(new Set());
  const now = active(modules, panel).map(keyOf);
  if (now.some((key) => !wereActive.has(key))) setWereActive(new Set([...wereActive, ...now]));
  const choose = (name: string) => {
    setRemembered(name);
    setWereActive(new Set(now));
    localStorage.setItem(KEY, name);
  };

  const byItself = useMemo(
    () => automatic(modules, panel, { isRaw, isEdited: canUndo }),
    [modules, panel, isRaw, canUndo],
  );
  const only = (isHere: (module: ModuleEntry) => boolean) => inPipeOrder(modules.filter(isHere), panel, places);
  const inGroup = (): readonly ModuleEntry[] => {
    if (group === ACTIVE) return only((module) => wereActive.has(keyOf(module)) && !byItself.has(module));
    if (group === BASICS) return only(({ operation }) => basics.has(operation));
    return group === OTHER ? others : (inGroups.find(({ name }) => name === group)?.entries ?? []);
  };
  return {
    groups,
    group,
    choose,
    basics,
    /** Changes when modules have moved. */
    places,
    activeCount: now.length,
    inOrder: inGroups.flatMap(({ entries }) => entries),
    inGroup,
    /** Those that darktable switched on itself; they are folded. */
    folded: () => (group === ACTIVE ? active([...byItself], panel, places) : []),
    /** The group's name in the reader's words. */
    labelOf: (name: string | null) => groups.find((one) => one.name === name)?.label ?? t('develop.otherGroup'),
  };
}
