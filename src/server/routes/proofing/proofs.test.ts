import { expect, test } from 'vitest';
import { UNMARKED, type Proof, type ProofMade, type ProofMarks } from '../../../contract/proofs.ts';
import { DEFAULT_SCOPES } from '../../../contract/scopes.ts';
import { startApp } from '../../../testing/start-app.ts';
import { linkOf } from '../../../testing/proofing-stage.ts';

const MANAGER = { scopes: ['proofing:manage'] };
const PROOFS = '/api/v1/proofs';

test('a proof is made, marked by a guest, read as a table, ended and deleted over HTTP', async () => {
  const { ask, app } = await startApp({
    library: [
      { id: 7, filename: '=cmd.raw' },
      { id: 8, filename: 'b.raw' },
    ],
  });
  const nobody = await ask('GET', PROOFS, { scopes: DEFAULT_SCOPES });
  expect(nobody.status).toBe(403);

  const asked = { title: 'Anna & Ben', source: { ids: [7, 8] }, order: 'given', password: ' liebe ' };
  const made = await ask<ProofMade>('POST', PROOFS, { ...MANAGER, body: asked });
  expect(made.status).toBe(201);
  const { id } = made.body.proof;
  const path = `${PROOFS}/${id}`;
  expect(made.body.links.map(({ path: to }) => to.replace(/[0-9A-Za-z]{22}$/, 'SECRET'))).toEqual(['/p/SECRET']);
  // Told once.
  const listed = await ask('GET', PROOFS, MANAGER);
  expect(JSON.stringify(listed.body)).not.toContain(made.body.links[0]!.path.slice(3));
  expect((await ask('GET', `${PROOFS}/addresses`, MANAGER)).status).toBe(200);

  const door = app.services.guestDoor;
  const link = linkOf(door, made.body.links[0]!.path);
  const entered = door.enter(link, '@Anna');
  if ('refused' in entered) throw new Error(entered.refused);
  const session = { link, guest: entered.guest };
  const [first, second] = door.state(session).pictures.map(({ key }) => key);
  door.mark(session, first!, { ...UNMARKED, favorite: true, version: 0 });
  const comment = { id: crypto.randomUUID(), picture: second!, text: '=1+1', point: { x: 0.5, y: 0.5 }, on: null };
  door.comment(session, comment);
  door.done(session);

  const marks = await ask<ProofMarks>('GET', `${path}/marks`, MANAGER);
  expect(marks.body).toMatchObject({
    pictures: [
      { picture: first, image_id: 7 },
      { picture: second, image_id: 8 },
    ],
    guests: [{ name: '@Anna', done_at: expect.any(String) as string }],
    marks: [{ picture: first, favorite: true }],
    comments: [{ picture: second, text: '=1+1', is_earlier: false }],
  });
  const table = await ask<Buffer>('GET', `${path}/marks.csv`, MANAGER);
  expect(table.headers.get('cache-control')).toBe('no-store');
  expect(String(table.body)).toBe(
    [
      '\ufeff"file","guest","favorite","stars","verdict","comments"',
      '"\'=cmd.raw","\'@Anna","yes","","",""',
      '"b.raw","\'@Anna","","","","\'=1+1"',
      '',
    ].join('\r\n'),
  );
  const named = (query: string) => ask<Buffer>('GET', `${path}/file-names${query}`, MANAGER);
  expect(String((await named('')).body)).toBe('=cmd.raw\nb.raw\n');
  expect(String((await named('?marked=favorite')).body)).toBe('=cmd.raw\n');
  expect(String((await named(`?marked=comment&guest=${session.guest}`)).body)).toBe('b.raw\n');

  expect((await ask('DELETE', `${path}/guests/${session.guest}/done`, MANAGER)).status).toBe(204);
  const changed = await ask<Proof>('PATCH', path, { ...MANAGER, body: { take_out: [first], password: null } });
  expect(changed.body).toMatchObject({
    pictures: 1,
    has_password: false,
    guests_done: 0,
    marked: 1,
    title: 'Anna & Ben',
  });
  expect((await ask('DELETE', `${path}/guests/${session.guest}`, MANAGER)).status).toBe(204);
  expect((await ask('POST', `${path}/show-changes`, MANAGER)).status).toBe(204);

  expect(await ask('POST', `${path}/end`, MANAGER)).toMatchObject({ status: 200, body: { state: 'ended' } });
  expect((await ask('PATCH', path, { ...MANAGER, body: { title: 'Again' } })).status).toBe(409);
  expect((await ask('DELETE', path, MANAGER)).status).toBe(204);
  expect((await ask('GET', path, MANAGER)).status).toBe(404);
});

test('what cannot be a proof is refused, and nothing is made', async () => {
  const { ask } = await startApp({ library: [{ id: 7 }] });
  const refused = {
    'no pictures of the library': { source: { ids: [99] } },
    'named guests without a name': { guests: 'named' },
    'named guests of one name': { guests: 'named', links: ['Anna', 'ANNA'] },
    'links of their own for guests who say their name': { links: ['Anna'] },
    'a time that is over': { expires_at: '2020-01-01T00:00:00Z' },
    'a password of spaces': { password: '      ' },
    'no title': { title: ' ' },
  };
  const statuses = await Promise.all(
    Object.entries(refused).map(async ([what, asked]) => {
      const body = { title: 'Wedding', source: { ids: [7] }, ...asked };
      return [what, (await ask('POST', PROOFS, { ...MANAGER, body })).status];
    }),
  );
  expect(Object.fromEntries(statuses)).toEqual({
    'no pictures of the library': 409,
    'named guests without a name': 400,
    'named guests of one name': 409,
    'links of their own for guests who say their name': 400,
    'a time that is over': 400,
    'a password of spaces': 400,
    'no title': 400,
  });
  expect(await ask('GET', PROOFS, MANAGER)).toMatchObject({ body: { items: [] } });
});
