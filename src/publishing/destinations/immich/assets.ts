import { basename, extname } from 'node:path';
import { DestinationFailure, type Outgoing } from '../destination.ts';
import type { BodyPart } from '../http/http-client.ts';
import { multipart } from '../services/multipart.ts';
import { testPicture } from '../services/test-picture.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Account, ApiKey, Asset, KeptValues, MediaTypes, UploadCheck, Uploaded, Version } from './answers.ts';
import { Absent, type ImmichApi } from './immich-api.ts';
import { AssetRecord, newRecord, RECORD_KEY } from './record.ts';

/** Pictures of an account, one by one, and what the account itself is. */
export class ImmichAssets {
  readonly #api: ImmichApi;
  #version: Version | null = null;

  constructor(api: ImmichApi) {
    this.#api = api;
  }

  account(signal: AbortSignal): Promise<z.infer<typeof Account>> {
    return this.#api.get('/users/me', Account, signal);
  }

  async grantedRights(signal: AbortSignal): Promise<string[]> {
    return (await this.#api.get('/api-keys/me', ApiKey, signal)).permissions;
  }

  async takenExtensions(signal: AbortSignal): Promise<string[]> {
    const { image } = await this.#api.get('/server/media-types', MediaTypes, signal);
    return image.map((extension) => extension.replace(/^\./, '').toLowerCase());
  }

  /** Immich 2 wants ids of a device, and 3 does not know them; "no stars" is 0 in 2 and null in 3. */
  async isThree(signal: AbortSignal): Promise<boolean> {
    this.#version ??= await this.#api.get('/server/version', Version, signal);
    return this.#version.major >= 3;
  }

  /** The asset of this account with these bytes, in the trash or not. */
  async withChecksum(sha1: string, signal: AbortSignal): Promise<{ id: string; isTrashed: boolean } | null> {
    const question = { assets: [{ id: '0', checksum: sha1 }] };
    const { results } = await this.#api.query('/assets/bulk-upload-check', question, UploadCheck, signal);
    const [{ reason, assetId, isTrashed = false } = {}] = results;
    if (reason === 'unsupported-format') throw new DestinationFailure('never', 'Immich does not take such files.');
    return assetId === undefined ? null : { id: assetId, isTrashed };
  }

  /** Sends the file. When no answer comes, Immich is asked whether it has it: it is not sent again. */
  async send(
    outgoing: Pick<Outgoing, 'file' | 'bytes' | 'name' | 'facts'>,
    sha1: string,
    record: AssetRecord,
    signal: AbortSignal,
  ): Promise<{ id: string; isTrashed: boolean }> {
    return this.#send({ file: outgoing.file, bytes: outgoing.bytes }, outgoing, sha1, record, signal).catch(
      async (error: unknown) => {
        if (!(error instanceof DestinationFailure) || error.kind !== 'unknown') throw error;
        const there = await this.withChecksum(sha1, signal).catch(() => null);
        if (!there) throw error;
        return there;
      },
    );
  }

  async #send(
    content: BodyPart,
    { name, facts }: Pick<Outgoing, 'name'> & { facts: Pick<Outgoing['facts'], 'takenAt'> },
    sha1: string,
    record: AssetRecord,
    signal: AbortSignal,
  ): Promise<{ id: string; isTrashed: boolean }> {
    const taken = facts.takenAt ?? new Date().toISOString();
    const fields: [string, string][] = [
      ['filename', name],
      ['fileCreatedAt', taken],
      ['fileModifiedAt', taken],
      ['metadata', JSON.stringify([{ key: RECORD_KEY, value: record }])],
    ];
    if (!(await this.isThree(signal))) fields.push(['deviceAssetId', sha1], ['deviceId', 'Safelight']);
    const part = { field: 'assetData', name: `picture${asciiExtension(name)}`, content };
    const { id, status } = await this.#api.upload(multipart(fields, part), sha1, Uploaded, signal);
    if (status === 'created') return { id, isTrashed: false };
    return (await this.withChecksum(sha1, signal)) ?? { id, isTrashed: false };
  }

  /** null: gone, or in the trash. */
  async alive(id: string, signal: AbortSignal): Promise<Asset | null> {
    const asset = await this.evenTrashed(id, signal);
    return asset?.isTrashed === false ? asset : null;
  }

  evenTrashed(id: string, signal: AbortSignal): Promise<Asset | null> {
    return this.#api.get(`/assets/${encodeURIComponent(id)}`, Asset, signal).catch((error: unknown) => {
      if (error instanceof Absent) return null;
      throw error;
    });
  }

  /** null: Safelight did not put it there. */
  async record(id: string, signal: AbortSignal): Promise<AssetRecord | null> {
    const values = await this.#api.get(`/assets/${encodeURIComponent(id)}/metadata`, KeptValues, signal);
    const ours = values.find(({ key }) => key === RECORD_KEY);
    return ours ? (AssetRecord.safeParse(ours.value).data ?? null) : null;
  }

  async keepRecord(id: string, record: AssetRecord, signal: AbortSignal): Promise<void> {
    const items = [{ key: RECORD_KEY, value: record }];
    await this.#api.change('PUT', `/assets/${encodeURIComponent(id)}/metadata`, { items }, KeptValues, signal);
  }

  async restore(id: string, signal: AbortSignal): Promise<void> {
    await this.#api.change('POST', '/trash/restore/assets', { ids: [id] }, z.object({ count: z.number() }), signal);
  }

  trash(id: string, signal: AbortSignal, { forGood = false } = {}): Promise<void> {
    return this.#api.order('DELETE', '/assets', { ids: [id], force: forGood }, signal);
  }

  /** Writes a picture, reads back what is known of it and removes it for good. */
  async tryOut(signal: AbortSignal): Promise<void> {
    const content = testPicture();
    const sha1 = createHash('sha1').update(content).digest('hex');
    const what = { name: 'safelight-test.png', facts: { takenAt: null } };
    const { id } = await this.#send(content, what, sha1, newRecord('test', null, ''), signal);
    const asset = await this.alive(id, signal);
    const record = await this.record(id, signal);
    await this.trash(id, signal, { forGood: true });
    if (asset?.checksum !== base64(sha1)) {
      throw new DestinationFailure('unknown', 'Immich has not got the picture that was sent to try it out.');
    }
    if (!record) throw new DestinationFailure('person', 'This Immich keeps no values of other programs: update it.');
  }
}

export const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

/** Immich goes by it. */
function asciiExtension(name: string): string {
  const extension = extname(basename(name));
  return /^\.[a-z0-9]+$/i.test(extension) ? extension.toLowerCase() : '';
}
