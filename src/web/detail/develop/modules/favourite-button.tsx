import { Star } from 'lucide-react';
import { t } from '../../../i18n/words.ts';
import { button } from '../../../ui/button.ts';
import type { Favourites } from './favourites.ts';

interface Props {
  operation: string;
  name: string;
  favourites: Favourites;
}

/** Adds a module to the favorites, and takes it out again. */
export function FavouriteButton({ operation, name, favourites }: Props) {
  const isOne = favourites.has(operation);
  const label = t('develop.favourite', { module: name });
  return (
    <button
      type="button"
      className={button('quiet', 'icon')}
      aria-label={label}
      aria-pressed={isOne}
      title={label}
      onClick={() => favourites.toggle(operation)}
    >
      <Star size={16} fill={isOne ? 'currentColor' : 'none'} aria-hidden />
    </button>
  );
}
