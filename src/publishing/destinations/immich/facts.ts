import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { PictureFacts } from '../destination.ts';
import { Asset, ChangedMembers, Tags } from './answers.ts';
import type { ImmichAssets } from './assets.ts';
import type { ImmichApi } from './immich-api.ts';
import type { AssetRecord } from './record.ts';

/** An asset and what Safelight remembers of it. */
export interface Recorded {
  asset: Asset;
  record: AssetRecord;
}

/** Stars, description and tags. What a person wrote at Immich stays, also when the file is replaced. */
export class ImmichFacts {
  readonly #api: ImmichApi;
  readonly #assets: ImmichAssets;
  readonly #readingMs: number;

  constructor(api: ImmichApi, assets: ImmichAssets, readingMs: number) {
    this.#api = api;
    this.#assets = assets;
    this.#readingMs = readingMs;
  }

  /** `former`: the asset that this one replaces. */
  async tell(now: Recorded, facts: PictureFacts, signal: AbortSignal, former: Recorded | null = null): Promise<void> {
    const asset = await this.#read(now.asset, signal);
    const { told } = now.record;
    const before = former ?? now;
    const wanted = [...new Set(facts.tags.map(tagPath))];
    const theirs = former ? tagsOf(former.asset).filter((tag) => !former.record.told.tags.includes(tag)) : [];
    const description = [facts.title, facts.description].filter(Boolean).join('\n\n');
    const isTheirs = (before.asset.exifInfo?.description ?? '') !== before.record.told.description;

    // Remembered first: a tag that was set and not remembered would be a person's.
    const remembered = { description, tags: [...new Set([...told.tags, ...wanted])] };
    await this.#remember(now, remembered, signal);
    await this.#tag(asset, [...wanted, ...theirs], signal);
    await this.#set(
      asset,
      {
        ...(description !== '' || !isTheirs
          ? { description }
          : former && { description: former.asset.exifInfo?.description ?? '' }),
        ...(facts.stars !== null
          ? { rating: await this.#rating(facts.stars, signal) }
          : former?.asset.exifInfo?.rating && { rating: former.asset.exifInfo.rating }),
        ...(former && former.asset.visibility !== asset.visibility && { visibility: former.asset.visibility }),
      },
      signal,
    );
    await this.#untag(
      asset,
      told.tags.filter((tag) => !wanted.includes(tag) && !theirs.includes(tag)),
      signal,
    );
    await this.#remember(now, { description, tags: wanted }, signal);
  }

  /** Immich reads a file's own metadata some time after the upload, and would write over what was set before. */
  async #read(asset: Asset, signal: AbortSignal): Promise<Asset> {
    const until = performance.now() + this.#readingMs;
    let read: Asset | null = asset;
    for (let ms = 100; read && read.exifInfo?.exifImageWidth == null && performance.now() < until; ms *= 1.5) {
      await sleep(ms, undefined, { signal });
      read = await this.#assets.alive(asset.id, signal);
    }
    return read ?? asset;
  }

  async #set(asset: Asset, values: Values, signal: AbortSignal): Promise<void> {
    if (Object.keys(values).length === 0) return;
    const path = `/assets/${encodeURIComponent(asset.id)}`;
    await this.#api.change('PUT', path, values, Asset, signal);
    const there = await this.#assets.alive(asset.id, signal);
    const { rating = null, description = '' } = there?.exifInfo ?? {};
    const isSet =
      (values.rating === undefined || (rating ?? 0) === (values.rating ?? 0)) &&
      (values.description === undefined || description?.trim() === values.description.trim());
    if (!isSet) await this.#api.change('PUT', path, values, Asset, signal);
  }

  async #rating(stars: number, signal: AbortSignal): Promise<number | null> {
    return stars === 0 && (await this.#assets.isThree(signal)) ? null : stars;
  }

  async #tag(asset: Asset, tags: string[], signal: AbortSignal): Promise<void> {
    const missing = tags.filter((tag) => !tagsOf(asset).includes(tag));
    if (missing.length === 0) return;
    const made = await this.#api.change('PUT', '/tags', { tags: missing }, Tags, signal);
    const wanted = { tagIds: made.map(({ id }) => id), assetIds: [asset.id] };
    await this.#api.change('PUT', '/tags/assets', wanted, z.object({ count: z.number() }), signal);
  }

  async #untag(asset: Asset, tags: string[], signal: AbortSignal): Promise<void> {
    for (const { id } of asset.tags.filter(({ value }) => tags.includes(value))) {
      const path = `/tags/${encodeURIComponent(id)}/assets`;
      await this.#api.change('DELETE', path, { ids: [asset.id] }, ChangedMembers, signal);
    }
  }

  async #remember(now: Recorded, told: AssetRecord['told'], signal: AbortSignal): Promise<void> {
    if (isSame(now.record.told, told)) return;
    now.record = { ...now.record, told };
    await this.#assets.keepRecord(now.asset.id, now.record, signal);
  }
}

type Values = { description?: string; rating?: number | null; visibility?: string };

/** Immich divides levels by a slash. */
const tagPath = (tag: string) =>
  tag
    .split('|')
    .map((level) => level.replaceAll('/', '-').trim())
    .filter(Boolean)
    .join('/');

const tagsOf = ({ tags }: Asset) => tags.map(({ value }) => value);

const isSame = (one: AssetRecord['told'], other: AssetRecord['told']) =>
  one.description === other.description &&
  one.tags.length === other.tags.length &&
  one.tags.every((tag) => other.tags.includes(tag));
