import { type ReactNode, Suspense, useState } from 'react';
import { BookOpen, ChartNoAxesColumn, Check, Keyboard, Layers, LogOut, Send, Settings, Share2 } from 'lucide-react';
import { queryClient, signedOut } from '../api/query-client.ts';
import { useWhyNot } from '../api/rights.ts';
import { type Session, sessionQuery, signOut } from '../api/session.ts';
import { isCulling } from '../culling/culling-address.ts';
import { t } from '../i18n/words.ts';
import { HELP } from '../keyboard/actions.ts';
import { KeysDialog } from '../keyboard/keys-dialog.tsx';
import { isInField } from '../keyboard/keys.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { linkTo, useAddress } from '../location.ts';
import { WhoRenders } from '../rendering/who-renders.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { lateExtra } from '../ui/late-part.tsx';
import { Popover } from '../ui/popover.tsx';
import { switchFolding, useFolding } from './folds/fold-switch.ts';
import { readView, writeView } from './gallery-view.ts';
import { clearSelection } from './selection.ts';
import { SizeSlider } from './size-slider.tsx';
import menu from '../ui/menu.module.css';
import styles from './page-menu.module.css';
import { below, pathNow } from '../base.ts';

const MenuChoices = lateExtra(async () => (await import('./menu-choices.tsx')).MenuChoices);

const PAGES = [
  ['statistics', ChartNoAxesColumn],
  ['publishing', Send],
  ['proofs', Share2],
] as const;

interface Props {
  className: string | undefined;
  trigger: ReactNode;
  /** The trigger says what it is. */
  hasWords?: boolean;
  side?: 'bottom' | 'top';
  /** Before everything else. */
  first?: ReactNode;
  /** Before the other items. */
  items?: (close: () => void) => ReactNode;
}

/** What every page offers, and the list of keys. */
export function PageMenu({ className, trigger, hasWords = false, side = 'bottom', first, items }: Props) {
  const [open, setOpen] = useState(false);
  const [keysShown, setKeysShown] = useState(false);
  const isFolding = useFolding();
  const { search } = useAddress();

  // The culling view has a list of its own.
  const when = (event: Event) => !isInField(event) && !isCulling(pathNow());
  useActions(HELP, { help: { when, do: () => setKeysShown(true) } });

  return (
    <>
      <Popover
        {...(!hasWords && { label: t('menu.open') })}
        title={t('menu.open')}
        align="end"
        side={side}
        triggerClass={className}
        trigger={trigger}
        open={open}
        onOpenChange={setOpen}
      >
        {first}
        <div className={styles.size}>
          <h2>{t('menu.size')}</h2>
          <SizeSlider />
        </div>
        <Suspense fallback={null}>
          <MenuChoices />
        </Suspense>
        <ul className={menu.items}>
          {items?.(() => setOpen(false))}
          <li>
            <button type="button" className={menu.item} aria-pressed={isFolding} onClick={switchFolding}>
              <Layers size={17} aria-hidden />
              {t('folds.all')}
              {isFolding && <Check size={17} className={styles.on} aria-hidden />}
            </button>
          </li>
          {PAGES.map(([name, Icon]) => (
            <li key={name}>
              <a className={menu.item} {...linkTo(`/${name}${writeView(readView(search))}`, () => setOpen(false))}>
                <Icon size={17} aria-hidden />
                {t(`menu.${name}`)}
              </a>
            </li>
          ))}
          <SettingsLink onGo={() => setOpen(false)} />
          <li>
            <button
              type="button"
              className={menu.item}
              onClick={() => {
                setOpen(false);
                setKeysShown(true);
              }}
            >
              <Keyboard size={17} aria-hidden />
              {t('keys.title')}
            </button>
          </li>
          <li>
            <a className={menu.item} href={below('/docs')}>
              <BookOpen size={17} aria-hidden />
              {t('menu.api')}
            </a>
          </li>
          <SignOut />
        </ul>
        <p className={styles.renders}>
          <WhoRenders />
        </p>
      </Popover>
      <KeysDialog open={keysShown} onClose={() => setKeysShown(false)} />
    </>
  );
}

function SettingsLink({ onGo }: { onGo: () => void }) {
  const whyNot = useWhyNot('admin');
  return (
    <li>
      {whyNot === null ? (
        <a className={menu.item} {...linkTo('/settings', onGo)}>
          <Settings size={17} aria-hidden />
          {t('menu.settings')}
        </a>
      ) : (
        <ActionButton className={menu.item} whyNot={whyNot}>
          <Settings size={17} aria-hidden />
          {t('menu.settings')}
        </ActionButton>
      )}
    </li>
  );
}

function SignOut() {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await signOut();
      clearSelection();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      queryClient.setQueryData<Session>(sessionQuery.queryKey, signedOut);
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <button type="button" className={menu.item} disabled={busy} onClick={() => void leave().catch(() => undefined)}>
        <LogOut size={17} aria-hidden />
        {t('menu.signOut')}
      </button>
    </li>
  );
}
