import { type EditsPasted, tagWords } from '../../organising/change-words.ts';
import { t } from '../words.ts';

/** What is put on pictures, before it is: "Edits of harbour-001.jpg", "Style film › soft" */
export const putWords = ({ is, from }: EditsPasted): string =>
  t(is === 'pasted' ? 'lookCopied' : 'lookStyle', { from: tagWords(from) });
