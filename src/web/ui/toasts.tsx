import type { ReactNode } from 'react';
import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { t } from '../i18n/words.ts';
import './toasts.css';

const manager = Toast.createToastManager();

interface Message {
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
  // Nobody should have to read a failure against the clock.
  timeout: stays || isFailure ? 0 : STAYS_MS,
  actionProps: action ? { children: action.label, onClick: action.onClick } : undefined,
});

/** Says something in the corner, without taking the focus. Gives what changes or closes it. */
export function say(message: Message): { change: (message: Message) => void; close: () => void } {
  const id = manager.add(options(message) as Parameters<typeof manager.add>[0]);
  return {
    change: (next) => manager.update(id, options(next) as Parameters<typeof manager.update>[1]),
    close: () => manager.close(id),
  };
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" swipeDirection={['right', 'down']}>
      <Toast.Content className="toast-content">
        <div className="toast-words">
          <Toast.Title className="toast-title" render={<p />} />
          <Toast.Description className="toast-description" render={<div />} />
        </div>
        {toast.actionProps !== undefined && <Toast.Action className="button" />}
        <Toast.Close className="button button-quiet button-icon" aria-label={t('common.close')}>
          <X size={16} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
