import { dialogs } from './dialogs.ts';
import { menu } from './menu.ts';
import { notifications } from './notifications.ts';

export const texts = { menu, notifications, dialogs };
