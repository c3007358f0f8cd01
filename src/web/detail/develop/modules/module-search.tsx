import { useRef } from 'react';
import { Search } from 'lucide-react';
import { t } from '../../../i18n/words.ts';
import { MODULES } from '../../../keyboard/actions.ts';
import { useActions } from '../../../keyboard/use-actions.ts';
import controls from '../../../ui/controls.module.css';
import styles from './module-search.module.css';

/** Finds modules and controls by their names. The key / goes there; Escape brings the groups back. */
export function ModuleSearch({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useActions(MODULES, {
    findModule: {
      when: ({ target }) =>
        !(target as HTMLElement).matches('input:not([type=checkbox], [type=range]), select, textarea'),
      do: () => field.current?.focus(),
    },
  });
  return (
    <div className={styles.search} role="search">
      <Search size={16} aria-hidden />
      <input
        name="find"
        ref={field}
        type="search"
        className={controls.field}
        aria-label={t('develop.search')}
        placeholder={t('develop.find')}
        aria-keyshortcuts={MODULES.findModule.keys[0]}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
    </div>
  );
}
