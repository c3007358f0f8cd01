import { CopyPlus, FolderMinus, Group, Ungroup } from 'lucide-react';
import { useWhyNot } from '../../api/rights.ts';
import { PICTURES } from '../../keyboard/actions.ts';
import { MenuItems } from '../../ui/menu-items.tsx';
import { chosenPictures } from '../chosen-pictures.ts';
import { onePerGroup } from '../folds/folds.ts';
import { duplicate, group, remove, ungroup } from './picture-tasks.ts';
import { t as selectionWords } from '../selection-words.ts';
import { t } from './words.ts';

const ITEMS = [
  { is: 'duplicate', icon: CopyPlus, act: (ids: readonly number[]) => duplicate(onePerGroup(ids)) },
  { is: 'group', icon: Group, act: group },
  { is: 'ungroup', icon: Ungroup, act: ungroup },
  { is: 'remove', icon: FolderMinus, act: remove },
] as const;

export function PicturesMenuItems({ onChosen }: { onChosen: () => void }) {
  const whyNot = useWhyNot('images:write');
  const items = ITEMS.map(({ is, icon, act }) => ({
    words: t(is),
    icon,
    keys: PICTURES[is],
    whyNot,
    act: () => act(chosenPictures()),
  }));
  return <MenuItems label={selectionWords('pictures')} items={items} onChosen={onChosen} />;
}
