import { addWords } from '../../i18n/words.ts';
import { webhooks } from '../../locales/en/webhooks.ts';

export const t = addWords('webhooks', webhooks);
