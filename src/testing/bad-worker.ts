import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../platform/log.ts';
import { putFiles } from '../renderer/farm/blobs.ts';
import { Broker } from '../renderer/farm/broker.ts';
import { readCredentials } from '../renderer/farm/credentials.ts';
import { type Blob, type Job, pack, type Result, unpackJob } from '../renderer/farm/protocol.ts';
import { heartbeatSubject, inboxPrefix, pictureSubject, resultSubject } from '../renderer/farm/subjects.ts';
import { takeJob } from '../renderer/farm/taken-job.ts';
import type { TestBroker } from './broker.ts';

type Done = Extract<Result, { is: 'done' }>;

/**
 * A worker that has the keys of one and means no good: it takes one job and answers with what `answer` makes of the answer that an honest
 * one would give for this picture. Resolves when the broker has the answer.
 */
export async function badAnswer({
  name,
  broker: { address, worker },
  picture,
  size = { width: 300, height: 200 },
  answer = (done) => done,
}: {
  name: string;
  broker: Pick<TestBroker, 'address' | 'worker'>;
  /** The bytes that it sends as the picture. */
  picture: Buffer;
  size?: { width: number; height: number };
  answer?: (done: Done, job: Job) => Done;
}): Promise<Job> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-bad-worker-'));
  const signal = AbortSignal.timeout(60_000);
  const broker = new Broker(
    {
      address,
      credentials: readCredentials(worker(name)),
      inboxPrefix: inboxPrefix(name),
      log: silentLog(),
      onState: () => undefined,
    },
    () => Promise.resolve(),
  );
  try {
    const link = await broker.connected(signal);
    const beat = () =>
      link.nc.request(
        heartbeatSubject(name),
        JSON.stringify({ version: '4.2.1', cores: 1, state: 'idle', job: null, sharedFolders: [], reason: null }),
      );
    await beat();
    let taken = await takeJob(link);
    while (!taken) {
      signal.throwIfAborted();
      taken = await takeJob(link);
    }
    const job = unpackJob(taken.data);
    const file = join(folder, 'picture.jpg');
    writeFileSync(file, picture);
    const blob: Blob = await putFiles(broker, {
      subject: pictureSubject(name, randomUUID()),
      files: [{ path: file, size: picture.length }],
    });
    const { key, attempt, imageId, darktable } = job;
    const done: Done = {
      key,
      attempt,
      imageId,
      darktable,
      is: 'done',
      blob,
      mayBeFiner: false,
      ms: 1,
      pictures: [{ size: blob.size, ...size }],
    };
    await broker.store(resultSubject(name, key), pack(answer(done, job)), { id: randomUUID(), signal });
    await taken.over(link);
    return job;
  } finally {
    await broker.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
