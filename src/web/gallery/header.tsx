import type { ReactNode } from 'react';
import { Menu } from 'lucide-react';
import { ExportsButton } from '../exports/exports-button.tsx';
import { t } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { StatusSlot } from '../organising/waiting/status-slot.tsx';
import { Wordmark } from '../ui/icons.tsx';
import { PageMenu } from './page-menu.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import styles from './header.module.css';

/** The top of every page that needs a sign-in. `hasMenu`: false where a bar of the page has it. */
export function Header({ children, hasMenu = true }: { children?: ReactNode; hasMenu?: boolean }) {
  return (
    <header className={styles.header}>
      <a className={styles.home} {...linkTo('/')} aria-label={t('page.home')}>
        <Wordmark />
      </a>
      {children}
      <StatusSlot />
      <ExportsButton />
      {hasMenu && (
        <PageMenu className={classes(button('quiet', 'icon'), styles.menu)} trigger={<Menu size={20} aria-hidden />} />
      )}
    </header>
  );
}
