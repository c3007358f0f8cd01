import { expect, onTestFinished, test, vi } from 'vitest';
import { NewProof } from '../contract/proofs.ts';
import { ENGLISH } from '../desktop/desktop-words.ts';
import { linkOf } from '../testing/proofing-stage.ts';
import { startApp } from '../testing/start-app.ts';
import { notifyDesktop } from './desktop-notifications.ts';

test('each question of a device is told once, and a click leads to its answer; a webhook that is gone is told, too, and an agent that asks', async () => {
  const { app } = await startApp({ library: 1 });
  const { clients, auth } = app.services;
  await clients.add({ id: 'phone', name: 'Anna’s phone', scope: 'images:read' });
  await clients.add({ id: 'tablet', name: 'Tablet', scope: 'images:read' });
  const told: string[] = [];
  const notifier = {
    exported: () => undefined,
    failed: () => undefined,
    bridgeLost: () => undefined,
    tell: ({ title }: { title: string }) => void told.push(title),
    asked: (device: string, answer: () => void) => {
      told.push(device);
      answer();
    },
    close: () => Promise.resolve(),
  };
  let opened = 0;
  const news = notifyDesktop(app, notifier, ENGLISH, () => opened++);
  onTestFinished(() => news.close());
  const happened = () => app.events.emit('rights.changed', { waiting: auth.rightsRequests.list().length });

  auth.rightsRequests.ask('phone', 'cull');
  happened();
  auth.rightsRequests.ask('tablet', 'cull');
  happened();
  expect(told).toEqual(['Anna’s phone', 'Tablet']);
  expect(opened).toBe(2);
  // Refused, it asks again: another question.
  auth.rightsRequests.answer(auth.rightsRequests.list()[0]!.id, false);
  happened();
  auth.rightsRequests.ask('phone', 'cull');
  happened();
  expect(told).toEqual(['Anna’s phone', 'Tablet', 'Anna’s phone']);
  app.events.emit('webhook.gone', { name: 'Frame' });
  expect(told.at(-1)).toBe('The webhook Frame is switched off');

  const { desk } = app.services.agents;
  desk.askOwner('tablet');
  desk.askOwner('tablet');
  expect(told.slice(4)).toEqual(['Tablet wants to change pictures']);
  desk.answered();
  desk.askOwner('tablet');
  expect(told.slice(4)).toHaveLength(2);
});

test('a guest who is done is told by name, with the title of the proof', async () => {
  const { app } = await startApp({ library: 1 });
  const { proofs, guestDoor } = app.services;
  const told: string[] = [];
  const notifier = {
    exported: () => undefined,
    failed: () => undefined,
    bridgeLost: () => undefined,
    tell: ({ title, body }: { title: string; body: string }) => void told.push(`${title}: ${body}`),
    asked: () => undefined,
    close: () => Promise.resolve(),
  };
  const news = notifyDesktop(app, notifier, ENGLISH, () => undefined);
  onTestFinished(() => news.close());
  for (const guests of ['each', 'together'] as const) {
    const asked = { title: 'Wedding', source: { filter: {} }, guests };
    const { links } = await proofs.make(NewProof.parse(asked));
    const link = linkOf(guestDoor, links[0]!.path);
    const entered = guestDoor.enter(link, 'An\u202ena');
    if ('refused' in entered) throw new Error(entered.refused);
    guestDoor.done({ link, guest: entered.guest });
  }
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told.toSorted()).toEqual([
    'Anna is done: With the pictures of Wedding.',
    'Your guests are done: With the pictures of Wedding.',
  ]);
});
