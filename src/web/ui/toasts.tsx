import type { ReactNode } from 'react';
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { useMessageRoom } from './bottom-room.ts';
import { button } from './button.ts';
import styles from './toasts.module.css';

const manager = Toast.createToastManager();

export interface Message {
  /** A message with the id of one that can still be read takes its place. */
  id?: string;
  title: string;
  description?: ReactNode;
  isFailure?: boolean;
  /** Stays until it is closed or changed. */
  stays?: boolean;
  action?: { label: string; onClick: () => void };
}

const STAYS_MS = 6000;

const options = ({ title, description, isFailure = false, stays = false, action }: Message) => ({
  title,
  description,
  type: isFailure ? 'failure' : 'news',
  priority: isFailure ? ('high' as const) : ('low' as const),
  // Nobody should have to read an error against the clock.
  timeout: stays || isFailure ? 0 : STAYS_MS,
  actionProps: action ? { children: action.label, onClick: action.onClick } : undefined,
});

/** Shows a message in the corner without taking the focus. Returns functions that change or close it. */
export function say(message: Message): { change: (message: Message) => void; close: () => void } {
  const id = manager.add({ ...options(message), ...(message.id !== undefined && { id: message.id }) } as Parameters<
    typeof manager.add
  >[0]);
  return {
    change: (next) => manager.update(id, options(next) as Parameters<typeof manager.update>[1]),
    close: () => manager.close(id),
  };
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={styles.toasts} ref={useMessageRoom()}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} swipeDirection={['right', 'down']}>
      <Toast.Content className={styles.content}>
        <div className={styles.words}>
          <Toast.Title className={styles.title} render={<p />} />
          <Toast.Description className={styles.description} render={<div />} />
        </div>
        {toast.actionProps !== undefined && <Toast.Action className={button()} />}
        <Toast.Close className={button('quiet', 'icon')} aria-label={t('common.close')}>
          <X size={16} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
