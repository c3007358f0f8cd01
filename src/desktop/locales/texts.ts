import type { Translation } from '../../contract/translation.ts';
import type { texts } from './en/texts.ts';

export type EnglishTexts = typeof texts;

/**
 * A language's texts for the desktop. Each folder here is a language; CONTRIBUTING.md says how to add one.
 */
export type Texts = { [Section in keyof EnglishTexts]: Translation<EnglishTexts[Section]> };
