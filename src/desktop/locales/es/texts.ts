import type { Texts } from '../texts.ts';
import { dialogs } from './dialogs.ts';
import { menu } from './menu.ts';
import { notifications } from './notifications.ts';

export const texts: Texts = { menu, notifications, dialogs };
