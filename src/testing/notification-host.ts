/** A notification daemon on a private session bus. It records the notifications, and can click on one. */
import { defineInterface, sessionBus } from 'dbus-native';

export type ShownNotification = { app: string; icon: string; title: string; body: string };

export type NotificationHost = {
  shown: ShownNotification[];
  /** Clicks on the last one, which must have an action. */
  click(): void;
  close(): Promise<void>;
};

export async function startNotificationHost(busAddress: string): Promise<NotificationHost> {
  const bus = sessionBus({ busAddress });
  const shown: ShownNotification[] = [];
  let actionsOfLast: string[] = [];
  const daemon = defineInterface({
    name: 'org.freedesktop.Notifications',
    methods: {
      Notify: {
        in: {
          app: 's',
          replaces: 'u',
          icon: 's',
          title: 's',
          body: 's',
          actions: 'as',
          hints: 'a{sv}',
          timeout: 'i',
        },
        out: { id: 'u' },
        handler: ({ app, icon, title, body, actions }: ShownNotification & { actions: string[] }) => {
          actionsOfLast = actions;
          return shown.push({ app, icon, title, body });
        },
      },
      GetCapabilities: { out: { capabilities: 'as' }, handler: () => ['actions', 'body', 'body-markup'] },
      GetServerInformation: {
        out: { name: 's', vendor: 's', version: 's', spec: 's' },
        handler: () => ({ name: 'safelight-test', vendor: 'safelight', version: '1', spec: '1.2' }),
      },
      CloseNotification: { in: { id: 'u' }, handler: () => undefined },
    },
    signals: {
      ActionInvoked: { args: { id: 'u', action: 's' } },
      NotificationClosed: { args: { id: 'u', reason: 'u' } },
    },
  });
  await bus.export('/org/freedesktop/Notifications', daemon);
  await bus.ownName('org.freedesktop.Notifications');
  bus.connection.on('error', () => undefined);
  return {
    shown,
    click() {
      const [action] = actionsOfLast;
      if (action === undefined) throw new Error('The last notification has no action.');
      daemon.emit.ActionInvoked?.(shown.length, action);
      daemon.emit.NotificationClosed?.(shown.length, 2);
    },
    close: () => bus.close(),
  };
}
