import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './safelight.ts';

/** Letters smaller than these are for nobody. */
const SMALLEST_TEXT_PX = 12;

/** Every text that can be seen and is smaller, what stands in fields included. */
const smallTexts = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const found = new Set();
    const look = (element, text) => {
      const { fontSize, visibility } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      // One pixel wide: words for those who listen.
      if (width <= 1 || height <= 1 || visibility === 'hidden' || text.trim() === '') return;
      if (parseFloat(fontSize) < ${SMALLEST_TEXT_PX}) found.add(fontSize + ': ' + text.trim() + ' in ' + element.outerHTML);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) look(texts.currentNode.parentElement, texts.currentNode.data);
    for (const field of document.querySelectorAll('input, select, textarea')) look(field, field.value || field.placeholder || '');
    return [...found];
  })()`);

/** Everything that axe knows how to find of WCAG 2.2, A and AA, and its own advice; and texts that are too small to be read. */
export async function expectNoFindings(page: Page, within = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n  ')}`,
    ),
  ).toEqual([]);
  expect(await smallTexts(page)).toEqual([]);
}
