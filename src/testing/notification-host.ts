/** A notification daemon on a private session bus. It records the notifications. */
import { defineInterface, sessionBus } from 'dbus-native';

export type ShownNotification = { app: string; icon: string; title: string; body: string };

export type NotificationHost = {
  shown: ShownNotification[];
  close(): Promise<void>;
};

export async function startNotificationHost(busAddress: string): Promise<NotificationHost> {
  const bus = sessionBus({ busAddress });
  const shown: ShownNotification[] = [];
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
        handler: ({ app, icon, title, body }: ShownNotification) => shown.push({ app, icon, title, body }),
      },
      GetCapabilities: { out: { capabilities: 'as' }, handler: () => ['body', 'body-markup'] },
      GetServerInformation: {
        out: { name: 's', vendor: 's', version: 's', spec: 's' },
        handler: () => ({ name: 'safelight-test', vendor: 'safelight', version: '1', spec: '1.2' }),
      },
      CloseNotification: { in: { id: 'u' }, handler: () => undefined },
    },
  });
  await bus.export('/org/freedesktop/Notifications', daemon);
  await bus.ownName('org.freedesktop.Notifications');
  bus.connection.on('error', () => undefined);
  return { shown, close: () => bus.close() };
}
