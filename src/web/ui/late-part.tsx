import { type ComponentType, lazy, type ReactNode, useEffect } from 'react';
import { Unplug } from 'lucide-react';
import { connectionLost, isConnectionLost, onConnectionChange } from '../api/connection.ts';
import { t } from '../i18n/words.ts';
import { useConnectionLost } from './connection-bar.tsx';
import { Notice } from './notice.tsx';
import { button } from './button.ts';
import { classes } from './classes.ts';
import layout from './layout.module.css';
import text from './text.module.css';

const RELOADED = 'reloaded-for-part';
/** If the part is still missing after a reload within this time, the connection is not the cause. */
const AGAIN_MS = 20_000;

/**
 * A part of the page that is loaded on first use. When it cannot be loaded (the service has stopped, or has another
 * version by now) it says so. Browsers do not request it again, so the page is reloaded as soon as the service answers.
 */
export const latePart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: () => ReactNode = MissingPage,
) =>
  lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Missing };
    }
  });

/** For a part that is only a panel of the page. */
export const latePanel = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  latePart(load, MissingPanel);

/** For what the page is whole without: where it cannot be loaded, nothing stands in its place. */
export const lateExtra = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  latePart(load, () => null);

/** Reloads the page as soon as the service answers; true until then. */
function useReload(): boolean {
  const lost = useConnectionLost();
  useEffect(() => {
    const reload = () => {
      if (isConnectionLost() || Math.abs(Date.now() - lastReload()) < AGAIN_MS) return;
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    };
    const stop = onConnectionChange(reload);
    // Polls until the service answers, which may be at once.
    connectionLost();
    return stop;
  }, []);
  return lost;
}

const ReloadButton = () => (
  <button type="button" className={button()} onClick={() => location.reload()}>
    {t('connection.reload')}
  </button>
);

function MissingPanel() {
  const lost = useReload();
  if (lost)
    return (
      <p className={text.muted} role="status">
        {t('connection.partWaits')}
      </p>
    );
  return (
    <>
      <p className={text.muted}>{t('connection.partMissing')}</p>
      <ReloadButton />
    </>
  );
}

function MissingPage() {
  const lost = useReload();
  return (
    <main className={classes(layout.page, layout.overGallery)}>
      <Notice
        mark={<Unplug size={40} strokeWidth={1.5} aria-hidden />}
        title={t(lost ? 'connection.title' : 'connection.partMissing')}
      >
        {lost ? <p role="status">{t('connection.goesOn')}</p> : <ReloadButton />}
      </Notice>
    </main>
  );
}

const lastReload = () => Number(sessionStorage.getItem(RELOADED) ?? 0);
