import { Aperture, Camera, Lightbulb, PencilLine } from 'lucide-react';
import type { PanelControl } from '../../../../contract/panel.ts';
import { t } from '../../../i18n/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { button } from '../../../ui/button.ts';

/** The buttons of white balance, in darktable's order; between the first two stands the picker. */
export const SETTINGS = [
  ['as shot', Camera],
  ['user modified', PencilLine],
  ['camera reference', Lightbulb],
  // 5.x only.
  ['as shot to reference', Aperture],
] as const;

interface Props {
  setting: (typeof SETTINGS)[number];
  /** The list of settings, of which the button chooses an entry. */
  list: PanelControl;
  /** The position that is stored. */
  now: number | undefined;
  whyNot: string | null;
  text: (english: string) => string;
  onChoose: (changes: Record<string, number>) => void;
}

/** Chooses one entry of white balance's list. Nothing where this darktable does not have it. */
export function SettingButton({ setting: [label, Icon], list, now, whyNot, text, onChoose }: Props) {
  const at = list.options?.findIndex((option) => option.label === label && !option.header) ?? -1;
  const option = list.options?.[at];
  if (!option) return null;
  const isNow = at === now;
  return (
    <ActionButton
      className={button('icon')}
      aria-label={text(label)}
      title={text(label)}
      aria-pressed={isNow}
      whyNot={whyNot ?? (option.set || isNow ? null : t('develop.onlyInDarktable'))}
      onClick={() => !isNow && option.set && onChoose(option.set)}
    >
      <Icon size={18} aria-hidden />
    </ActionButton>
  );
}
