import { Kept, useStore } from '../stores/store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const theme = new Kept<Theme>('theme', (kept) => THEMES.find((name) => name === kept) ?? 'system');
export const useTheme = (): Theme => useStore(theme);

/** Call before the first paint, so that nothing flashes. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  const now = theme.snapshot();
  if (now === 'system') delete dataset.theme;
  else dataset.theme = now;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.own ??= meta.content;
    meta.content = now === 'system' ? meta.dataset.own : now === 'dark' ? '#1c1c1c' : '#ededed';
  }
}

export function setTheme(to: Theme): void {
  theme.keep(to === 'system' ? null : to);
  applyTheme();
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
