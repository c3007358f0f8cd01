import type { Page } from '@playwright/test';

export const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search pictures' });
export const heading = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).first();
export const grid = (page: Page) => page.getByRole('list', { name: 'Pictures', exact: true });

/** Opens a filter of the bar. */
export const filter = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true });
