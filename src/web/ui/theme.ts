import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();
let theme = read();

function read(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((name) => name === kept) ?? 'system';
}

/** Call before the first paint, so that nothing flashes. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.own ??= meta.content;
    meta.content = theme === 'system' ? meta.dataset.own : theme === 'dark' ? '#1c1c1c' : '#ededed';
  }
}

export function setTheme(to: Theme): void {
  theme = to;
  if (to === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, to);
  applyTheme();
  for (const listener of [...listeners]) listener();
}

const SETTING = 'theme-setting';

/**
 * The service's settings include a theme. Pages adopt it whenever it changes there; until then, a choice made on a page
 * applies to its browser.
 */
export function followThemeSetting(setting: Theme): void {
  const before = localStorage.getItem(SETTING) ?? 'system';
  localStorage.setItem(SETTING, setting);
  if (setting !== before) setTheme(setting);
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => theme,
  );
