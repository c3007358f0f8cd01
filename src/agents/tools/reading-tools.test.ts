import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentClient, type AgentClient } from '../../testing/agent-client.ts';
import { openTestApp, type TestApp } from '../../testing/start-app.ts';

const SCOPES = ['images:read', 'images:write', 'tags:read', 'films:read', 'previews:read', 'cache:refresh'];

let app: TestApp & { close(): Promise<void> };
let agent: AgentClient;
beforeAll(async () => {
  app = await openTestApp({
    library: [
      {
        id: 1,
        stars: 3,
        film: '/photos/vienna',
        tags: ['people|Anna', 'places|Vienna'],
        lat: 48.2,
        lon: 16.4,
        taken: '2023-01-02T03:04:05',
      },
      {
        id: 2,
        stars: 1,
        film: '/photos/lake',
        tags: ['people|Anna'],
        title: 'At the lake',
        taken: '2024-05-06T07:08:09',
      },
      { id: 3, rejected: true, film: '/photos/lake', taken: '2024-05-07T07:08:09' },
    ],
  });
  agent = await agentClient(app, SCOPES);
});
afterAll(async () => {
  await agent.client.close();
  await app.close();
});

const settings = (body: Record<string, boolean>) =>
  app.ask('PATCH', '/api/v1/admin/settings', { body, scopes: ['admin'] });

test('an image is told with all its facts, and without its place', async () => {
  const { data } = await agent.call('get_image', { image_id: 1 });
  expect(data.image).toMatchObject({ image_id: 1, stars: 3, tags: ['people|Anna'], taken: '2023-01-02T03:04:05' });
  expect(JSON.stringify(data)).not.toMatch(/ienna|48\.2/);
  expect((await agent.call('get_image', { image_id: 2 })).data.image).toMatchObject({ title: 'At the lake' });
  const missing = await agent.call('get_image', { image_id: 99 });
  expect(missing).toMatchObject({ isError: true, facts: { image_id: 99 } });
});

const PLACE_WORDS = [
  { search: 'vienna' },
  { search: 'nothing OR vienna' },
  { search: 'tag:vienna' },
  { search: 'roll:vienna' },
  { tag: 'places|Vienna' },
];

test('a name of a place that is tried out finds nothing where places may not be read', async () => {
  for (const given of PLACE_WORDS)
    expect((await agent.call('search_images', given)).data.total, JSON.stringify(given)).toBe(0);
  expect((await agent.call('search_images', { search: '-vienna' })).data.total).toBe(3);
  expect((await agent.call('search_images', { search: 'anna' })).data.total).toBe(2);
});

test('places are told only when asked for and allowed', async () => {
  const asked = { image_id: 1, include_places: true };
  const refused = await agent.call('get_image', asked);
  expect(refused.text).toContain('the photographer has not allowed');
  expect(JSON.stringify(refused.data)).not.toMatch(/places\||48\.2|photos/);
  expect(await agent.call('list_film_rolls', { search: 'vienna', include_places: true })).toMatchObject({
    isError: true,
  });
  expect((await agent.call('list_tags', { search: 'vienna', include_places: true })).data).toMatchObject({ total: 0 });

  await settings({ agentsMayReadPlaces: true });
  try {
    expect((await agent.call('get_image', asked)).data.image).toMatchObject({
      folder: '/photos/vienna',
      latitude: 48.2,
      longitude: 16.4,
      tags: ['people|Anna', 'places|Vienna'],
    });
    expect((await agent.call('list_tags', { search: 'vienna', include_places: true })).data).toMatchObject({
      total: 1,
    });
    expect((await agent.call('list_film_rolls', { search: 'vienna', include_places: true })).data).toMatchObject({
      film_rolls: [{ name: 'vienna', folder: '/photos/vienna', images: 1 }],
    });
    expect(JSON.stringify((await agent.call('get_image', { image_id: 1 })).data)).not.toContain('ienna');
    for (const given of PLACE_WORDS)
      expect((await agent.call('search_images', given)).data.total, JSON.stringify(given)).toBe(1);
  } finally {
    await settings({ agentsMayReadPlaces: false });
  }
});

test('tags and film rolls come in pages with a total', async () => {
  expect((await agent.call('list_tags')).data).toMatchObject({
    total: 1,
    tags: [{ name: 'people|Anna', images: 2 }],
  });
  const first = await agent.call('list_film_rolls', { limit: 1 });
  expect(first.data).toMatchObject({ total: 2, next_offset: 1 });
  expect(first.data.film_rolls).toEqual([
    {
      film_id: expect.any(Number) as number,
      images: 2,
      first_taken: '2024-05-06T07:08:09',
      last_taken: '2024-05-07T07:08:09',
    },
  ]);
  const last = await agent.call('list_film_rolls', { limit: 1, offset: 1 });
  expect(last.data.film_rolls).toMatchObject([{ images: 1 }]);
  expect(last.data).not.toHaveProperty('next_offset');
});

test('the overview counts, and says who renders and what the agent may do', async () => {
  expect((await agent.call('library_overview')).data).toMatchObject({
    state: 'ready',
    images: 3,
    rejected: 1,
    years: [
      { year: 2023, images: 1 },
      { year: 2024, images: 2 },
    ],
    rendering: { is_rendering: false },
    agents: { may_change: false, may_read_places: false, pictures_left_this_hour: 500 },
  });
});

test('changes are told with who made them, the own ones with what undoes them, and none with a place', async () => {
  await app.ask('PATCH', '/api/v1/images/2', {
    body: { rating: 5, latitude: 12.5, longitude: 7, tags: { add: ['places|Linz', 'lake'] } },
    scopes: SCOPES,
  });
  await settings({ agentsMayChange: true });
  const changed = await agent.call('organize', { image_ids: [2], rating: 2 });
  const { data } = await agent.call('list_changes');
  expect(data).toMatchObject({
    total: 2,
    changes: [
      {
        change_id: changed.data.change_id,
        images: 1,
        values: [{ image_id: 2, field: 'stars', before: '5', after: '2' }],
      },
      { client: expect.any(String) as string, is_undone: false },
    ],
  });
  const [, other] = data.changes as { change_id?: string; values: { field: string }[] }[];
  expect(other!.change_id).toBeUndefined();
  expect(other!.values.map(({ field }) => field).sort()).toEqual(['stars', 'tag:lake']);
  expect((await agent.call('list_changes', { own: true })).data).toMatchObject({
    total: 1,
    changes: [{ kind: 'decision' }],
  });
});
