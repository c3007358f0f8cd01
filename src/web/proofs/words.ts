import { addWords } from '../i18n/words.ts';
import { proofs } from '../locales/en/proofs.ts';

export const t = addWords('proofs', proofs);
