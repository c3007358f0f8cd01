import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './safelight.ts';

/** Smaller letters are unreadable. */
const SMALLEST_TEXT_PX = 12;

/** Every visible text that is smaller, including text in fields. */
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

/** Fields that have neither a name nor an id. */
const namelessFields = (page: Page) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('input, select, textarea')].filter(({ id, name }) => !id && !name).map(({ outerHTML }) => outerHTML)`,
  );

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose answers differ between light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Everything that axe can check of WCAG 2.2, A and AA, and its own best practices, in the present color scheme; the
 * colors of the other one; texts that are too small to read; and fields without a name.
 */
export async function expectNoFindings(page: Page, within = 'html'): Promise<void> {
  await withoutTransitions(page, async () => {
    await expectNoViolations(page, within, { type: 'tag', values: TAGS });
    const isDark = await page.evaluate<boolean>("matchMedia('(prefers-color-scheme: dark)').matches");
    await inColours(page, isDark ? 'light' : 'dark');
    await expectNoViolations(page, within, { type: 'rule', values: COLOUR_RULES });
    await inColours(page, isDark ? 'dark' : 'light');
  });
  expect(await smallTexts(page)).toEqual([]);
  expect(await namelessFields(page)).toEqual([]);
}

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];
let axe: string | undefined;
const readAxe = () => {
  const { resolve } = createRequire(import.meta.resolve('@axe-core/playwright'));
  return readFileSync(resolve('axe-core/axe.min.js'), 'utf8');
};

/**
 * Without `AxeBuilder`, which loads axe into the page four times for this, and has it describe all that passes: together a third of
 * the processor's time. Our pages have no frames.
 */
async function expectNoViolations(
  page: Page,
  within: string,
  runOnly: { type: 'tag' | 'rule'; values: string[] },
): Promise<void> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate((axe ??= readAxe()));
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], selectors: false });
  const violations = await page.evaluate<Violations>(
    `axe.run(${JSON.stringify(within)}, ${options}).then(({ violations }) => violations)`,
  );
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n  ')}`,
    ),
  ).toEqual([]);
}

/** Otherwise axe meets colors on their way, such as from light to dark or of what appears, whose contrast is that of neither. */
async function withoutTransitions(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(`window.noTransitions = new CSSStyleSheet();
    noTransitions.replaceSync(\`*, *::before, *::after { transition: none !important;
      animation-delay: 0s !important; animation-duration: 0s !important }\`);
    document.adoptedStyleSheets.push(noTransitions);`);
  await act();
  await page.evaluate(
    'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== noTransitions)',
  );
}

async function inColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.evaluate(`matchMedia('(prefers-color-scheme: ${colorScheme})').matches`)).toBe(true);
}
