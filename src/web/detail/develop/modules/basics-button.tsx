import { Star } from 'lucide-react';
import { t } from '../../../i18n/words.ts';
import { button } from '../../../ui/button.ts';
import type { Basics } from './basics.ts';

interface Props {
  operation: string;
  name: string;
  basics: Basics;
}

/** Adds a module to the basics, and takes it out again. */
export function BasicsButton({ operation, name, basics }: Props) {
  const isOne = basics.has(operation);
  const label = t('develop.basic', { module: name });
  return (
    <button
      type="button"
      className={button('quiet', 'icon')}
      aria-label={label}
      aria-pressed={isOne}
      title={label}
      onClick={() => basics.toggle(operation)}
    >
      <Star size={16} fill={isOne ? 'currentColor' : 'none'} aria-hidden />
    </button>
  );
}
