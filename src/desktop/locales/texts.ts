import type { Translation } from '../../contract/translation.ts';
import type { texts } from './en/texts.ts';

export type EnglishTexts = typeof texts;

/**
 * A language's texts for the desktop. To add a language, copy the folder `de` and translate its files: each folder here
 * is a language.
 */
export type Texts = { [Section in keyof EnglishTexts]: Translation<EnglishTexts[Section]> };
