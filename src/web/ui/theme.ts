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

/** Before the first picture is painted, so that nothing flashes. */
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
 * The service has a theme among its settings. Pages take it over whenever it changes there; what is chosen on a page counts for its
 * browser until then.
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
