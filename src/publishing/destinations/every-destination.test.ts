/** All destinations do the same, each with a server of its kind. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DestinationStage, destinationSuite } from '../../testing/destination-suite.ts';
import { startImmich } from '../../testing/photo-services/immich-stage.ts';
import { startPiwigo } from '../../testing/photo-services/piwigo-stage.ts';
import { folderDestination } from './files/folder-destination.ts';

destinationSuite('a folder', () => {
  const above = mkdtempSync(join(tmpdir(), 'safelight-folders-'));
  const open = (name: string) => {
    const known = { id: null as string | null, keep: (id: string) => void (known.id = id) };
    mkdirSync(join(above, name), { recursive: true });
    return folderDestination(join(above, name), { relationOf: () => Promise.resolve(null) }, known);
  };
  const at = (path: string) => join(above, 'one', path);
  const all = () =>
    readdirSync(at(''), { recursive: true, encoding: 'utf8' }).filter(
      (path) => statSync(at(path)).isFile() && !path.startsWith('.'),
    );
  const stage: DestinationStage = {
    open: () => open('one'),
    openAnother: () => open('another'),
    addByHand: (bytes, name, album) => writeFileSync(at(join(album ?? '', name)), bytes),
    changeByHand: ({ id }) => writeFileSync(at(id), 'changed'),
    removeByHand: ({ id }) => rmSync(at(id)),
    renameAlbumByHand(album, name) {
      renameSync(at(album), at(name));
      return name;
    },
    albumNames: () => readdirSync(at('')),
    contents: () => all().map((path) => readFileSync(at(path))),
    sharesEqualBytes: false,
    end: () => rm(above, { recursive: true }),
  };
  return Promise.resolve(stage);
});

destinationSuite('Immich 3.2.2', startImmich);

destinationSuite('Immich 2.7.5', async () => {
  const stage = await startImmich();
  Object.assign(stage.server.version, { major: 2, minor: 7, patch: 5 });
  return stage;
});

destinationSuite('Piwigo 16.4.0 with a key', () => startPiwigo());

destinationSuite('Piwigo 16.4.0 with a lounge', async () => {
  const stage = await startPiwigo();
  stage.server.hasLounge = true;
  return stage;
});

destinationSuite('Piwigo 11.5.0 with a password', async () => {
  const stage = await startPiwigo({ user: 'anna', password: 'secret' });
  stage.server.version = '11.5.0';
  return stage;
});
