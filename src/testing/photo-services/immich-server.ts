/**
 * Immich as a small program: the routes that publishing uses, as the services of version 3.2.2 treat them (asset-media, asset, album, tag,
 * trash, search, api-key), and what 2.7 has different. The names of fields were compared with the types of @immich/sdk 3.2.2 and 2.7.5;
 * the package itself is under the AGPL and stays out of this project, tests included.
 */
import { createHash, randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { FaultyServer, type Received, type Reply } from './faulty-server.ts';

export interface StoredAsset {
  id: string;
  ownerId: string;
  bytes: Buffer;
  checksum: Buffer;
  originalFileName: string;
  fileCreatedAt: string;
  isFavorite: boolean;
  isTrashed: boolean;
  isEdited: boolean;
  visibility: string;
  description: string;
  rating: number | null;
  tags: Set<string>;
  metadata: Map<string, object>;
  /** Requests until the job has read the file's metadata: it then writes over description and rating. */
  untilRead: number;
  stack: string | null;
}

export interface StoredAlbum {
  id: string;
  albumName: string;
  ownerId: string;
  shared: boolean;
  hasSharedLink: boolean;
  assets: Set<string>;
}

interface Account {
  id: string;
  email: string;
  quotaBytes: number;
}

interface Call {
  request: Received;
  account: Account;
  params: string[];
  json: Record<string, unknown>;
}

/** The permission that a route asks of a key; null: none. */
type Route = [method: string, path: RegExp, permission: string | null, handle: (call: Call) => Reply];

const EXTENSIONS = ['.avif', '.gif', '.heic', '.jpeg', '.jpg', '.jxl', '.png', '.tif', '.tiff', '.webp'];

export class ImmichServer {
  readonly http = new FaultyServer((request) => this.#reply(request));
  readonly assets = new Map<string, StoredAsset>();
  readonly albums = new Map<string, StoredAlbum>();
  readonly comments: { albumId: string; assetId: string; comment: string; user: string }[] = [];
  /** By value, `a/b`. */
  readonly tags = new Map<string, { id: string; value: string }>();
  readonly account: Account = { id: randomUUID(), email: 'anna@example.org', quotaBytes: Infinity };
  readonly keys = new Map<string, { account: Account; permissions: string[] }>();
  version = { major: 3, minor: 2, patch: 2, prerelease: null };
  /** Requests for an asset until its metadata is read. */
  readsAfter = 1;
  /** An album's list is read in pages of at most so many. */
  maxPage = 1000;

  static async start(): Promise<{ server: ImmichServer; address: string; key: string }> {
    const server = new ImmichServer();
    const key = server.addKey(['all']);
    return { server, address: await server.http.start(), key };
  }

  addKey(permissions: string[], account = this.account): string {
    const key = randomUUID();
    this.keys.set(key, { account, permissions });
    return key;
  }

  /** What somebody puts there by hand. */
  addByHand(bytes: Buffer, name: string, account = this.account): StoredAsset {
    const asset: StoredAsset = {
      id: randomUUID(),
      ownerId: account.id,
      bytes,
      checksum: createHash('sha1').update(bytes).digest(),
      originalFileName: name,
      fileCreatedAt: '2026-05-01T10:00:00.000Z',
      isFavorite: false,
      isTrashed: false,
      isEdited: false,
      visibility: 'timeline',
      description: '',
      rating: null,
      tags: new Set(),
      metadata: new Map(),
      untilRead: this.readsAfter,
      stack: null,
    };
    this.assets.set(asset.id, asset);
    return asset;
  }

  /** Assets that people see. */
  get shown(): StoredAsset[] {
    return [...this.assets.values()].filter(({ isTrashed }) => !isTrashed);
  }

  readonly #routes: Route[] = [
    ['GET', /^\/server\/version$/, null, () => ok(this.version)],
    ['GET', /^\/server\/media-types$/, null, () => ok({ image: EXTENSIONS, sidecar: ['.xmp'], video: ['.mp4'] })],
    ['GET', /^\/api-keys\/me$/, null, ({ request }) => ok(this.#apiKey(request))],
    ['GET', /^\/users\/me$/, 'user.read', ({ account: { id, email } }) => ok({ id, email, name: 'Anna' })],
    ['POST', /^\/assets$/, 'asset.upload', (call) => this.#upload(call)],
    ['POST', /^\/assets\/bulk-upload-check$/, 'asset.upload', (call) => this.#check(call)],
    ['PUT', /^\/assets\/copy$/, 'asset.copy', (call) => this.#copy(call)],
    ['DELETE', /^\/assets$/, 'asset.delete', (call) => this.#delete(call)],
    ['GET', /^\/assets\/([^/]+)$/, 'asset.read', (call) => this.#asset(call)],
    ['PUT', /^\/assets\/([^/]+)$/, 'asset.update', (call) => this.#update(call)],
    ['GET', /^\/assets\/([^/]+)\/metadata$/, 'asset.read', (call) => ok(metadataOf(this.#owned(call, 'asset.read')))],
    ['PUT', /^\/assets\/([^/]+)\/metadata$/, 'asset.update', (call) => this.#keep(call)],
    ['POST', /^\/trash\/restore\/assets$/, 'asset.delete', (call) => this.#restore(call)],
    ['POST', /^\/search\/metadata$/, 'asset.read', (call) => this.#search(call)],
    [
      'GET',
      /^\/albums$/,
      'album.read',
      ({ account }) => ok(this.#albumsOf(account).map((album) => this.#album(album))),
    ],
    ['POST', /^\/albums$/, 'album.create', (call) => this.#makeAlbum(call)],
    ['GET', /^\/albums\/([^/]+)$/, 'album.read', (call) => ok(this.#album(this.#ownAlbum(call, 'album.read')))],
    ['PUT', /^\/albums\/([^/]+)\/assets$/, 'albumAsset.create', (call) => this.#addToAlbum(call)],
    ['DELETE', /^\/albums\/([^/]+)\/assets$/, 'albumAsset.delete', (call) => this.#removeFromAlbum(call)],
    ['PUT', /^\/tags$/, 'tag.create', (call) => this.#makeTags(call)],
    ['PUT', /^\/tags\/assets$/, 'tag.asset', (call) => this.#tag(call)],
    ['DELETE', /^\/tags\/([^/]+)\/assets$/, 'tag.asset', (call) => this.#untag(call)],
    ['GET', /^\/activities$/, 'activity.read', (call) => this.#activities(call)],
  ];

  #reply(request: Received): Reply {
    const path = request.path.replace(/^\/api/, '');
    const key = this.keys.get(String(request.headers['x-api-key']));
    for (const [method, pattern, permission, handle] of this.#routes) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (!match) continue;
      if (!key && !path.startsWith('/server/')) return refused(401, 'Invalid API key', 'Unauthorized');
      if (permission && key && !key.permissions.includes('all') && !key.permissions.includes(permission)) {
        return refused(403, `Missing required permission: ${permission}`, 'Forbidden');
      }
      const isJson = request.headers['content-type'] === 'application/json';
      const json = isJson ? (JSON.parse(request.body.toString()) as Record<string, unknown>) : {};
      try {
        return handle({ request, account: key?.account ?? this.account, params: match.slice(1), json });
      } catch (error) {
        if (error instanceof BadRequest) return refused(400, error.message, 'Bad Request');
        throw error;
      }
    }
    return refused(404, `Cannot ${request.method} ${request.path}`, 'Not Found');
  }

  #apiKey(request: Received) {
    const { permissions } = this.keys.get(String(request.headers['x-api-key']))!;
    return { id: randomUUID(), name: 'Safelight', permissions, createdAt: NOW, updatedAt: NOW };
  }

  #upload({ request, account }: Call): Reply {
    const early = this.#withChecksum(account, hexOrBase64(String(request.headers['x-immich-checksum'])));
    if (early) return ok({ id: early.id, status: 'duplicate' });
    const form = request.form();
    const bytes = form.get('assetData')?.value ?? Buffer.alloc(0);
    const name = form.get('filename')?.text ?? '';
    if (!EXTENSIONS.includes(extname(name).toLowerCase())) throw new BadRequest(`Unsupported file type ${name}`);
    const isTwo = this.version.major < 3;
    for (const field of ['fileCreatedAt', 'fileModifiedAt', ...(isTwo ? ['deviceAssetId', 'deviceId'] : [])]) {
      if (!form.has(field)) throw new BadRequest(`${field} should not be empty`);
    }
    if (!isTwo && form.has('deviceId')) throw new BadRequest('unknown field deviceId');
    const used = [...this.assets.values()].reduce((sum, asset) => sum + asset.bytes.length, 0);
    if (used + bytes.length > account.quotaBytes) throw new BadRequest('Quota has been exceeded!');
    const asset = this.addByHand(bytes, name, account);
    asset.fileCreatedAt = form.get('fileCreatedAt')?.text ?? '';
    for (const { key, value } of JSON.parse(form.get('metadata')?.text ?? '[]') as KeyValue[]) {
      asset.metadata.set(key, value);
    }
    return { status: 201, body: { id: asset.id, status: 'created' } };
  }

  #check({ account, json }: Call): Reply {
    const results = (json.assets as { id: string; checksum: string }[]).map(({ id, checksum }) => {
      const there = this.#withChecksum(account, hexOrBase64(checksum));
      if (!there) return { id, action: 'accept' };
      return { id, action: 'reject', reason: 'duplicate', assetId: there.id, isTrashed: there.isTrashed };
    });
    return ok({ results });
  }

  #asset(call: Call): Reply {
    const asset = this.#owned(call, 'asset.read');
    // The job comes between any two requests, and takes what is in the file.
    if (asset.untilRead > 0 && --asset.untilRead === 0) Object.assign(asset, { description: '', rating: null });
    return ok(this.#shownAsset(asset));
  }

  #update(call: Call): Reply {
    const asset = this.#owned(call, 'asset.update');
    const { rating, description, visibility, isFavorite } = call.json as Partial<StoredAsset>;
    if (
      rating !== undefined &&
      rating !== null &&
      (rating < -1 || rating > 5 || (rating === 0 && this.version.major >= 3))
    ) {
      throw new BadRequest('rating must be -1, null or 1 to 5');
    }
    if (rating !== undefined) asset.rating = rating;
    if (description !== undefined) asset.description = description;
    if (visibility !== undefined) asset.visibility = visibility;
    if (isFavorite !== undefined) asset.isFavorite = isFavorite;
    return ok(this.#shownAsset(asset));
  }

  #keep(call: Call): Reply {
    const asset = this.#owned(call, 'asset.update');
    const items = call.json.items as KeyValue[];
    if (new Set(items.map(({ key }) => key)).size < items.length)
      throw new BadRequest('Duplicate items are not allowed');
    for (const { key, value } of items) asset.metadata.set(key, value);
    return ok(metadataOf(asset));
  }

  /** What it leaves out: tags, rating, description, visibility and key/value metadata. */
  #copy({ json, account }: Call): Reply {
    const source = this.#ofAccount(account, json.sourceId as string, 'asset.copy');
    const target = this.#ofAccount(account, json.targetId as string, 'asset.copy');
    if (source === target) throw new BadRequest('Source and target id must be distinct');
    if (json.sidecar !== false) throw new Error('the old sidecar would be laid over the new file');
    if (json.albums !== false) {
      for (const { assets } of this.albums.values()) if (assets.has(source.id)) assets.add(target.id);
    }
    if (json.favorite !== false) target.isFavorite = source.isFavorite;
    if (json.stack !== false && source.stack) target.stack = source.stack;
    return { status: 204 };
  }

  #delete({ json, account }: Call): Reply {
    for (const id of json.ids as string[]) {
      const asset = this.#ofAccount(account, id, 'asset.delete');
      asset.isTrashed = true;
      if (json.force === true) this.#forget(asset);
    }
    return { status: 204 };
  }

  #forget(asset: StoredAsset): void {
    this.assets.delete(asset.id);
    for (const { assets } of this.albums.values()) assets.delete(asset.id);
  }

  #restore({ json, account }: Call): Reply {
    const ids = json.ids as string[];
    for (const id of ids) this.#ofAccount(account, id, 'asset.delete').isTrashed = false;
    return ok({ count: ids.length });
  }

  #search({ json, account }: Call): Reply {
    const albums = json.albumIds as string[] | undefined;
    const found = this.shown.filter(
      ({ id, ownerId, visibility }) =>
        ownerId === account.id &&
        visibility !== 'locked' &&
        (albums?.every((album) => this.albums.get(album)?.assets.has(id)) ?? true),
    );
    const size = Math.min(Number(json.size ?? 250), this.maxPage);
    const page = Number(json.page ?? 1);
    const items = found.slice((page - 1) * size, page * size).map((asset) => this.#shownAsset(asset));
    const nextPage = found.length > page * size ? String(page + 1) : null;
    return ok({
      albums: NONE,
      assets: { ...NONE, total: items.length, count: items.length, items, nextPage, nextCursor: null },
    });
  }

  #albumsOf(account: Account): StoredAlbum[] {
    return [...this.albums.values()].filter(({ ownerId }) => ownerId === account.id);
  }

  #album(album: StoredAlbum) {
    const { id, albumName, shared, hasSharedLink, assets } = album;
    const assetCount = this.shown.filter((asset) => assets.has(asset.id)).length;
    return { id, albumName, shared, hasSharedLink, assetCount, description: '', createdAt: NOW, updatedAt: NOW };
  }

  #makeAlbum({ json, account }: Call): Reply {
    const album = {
      id: randomUUID(),
      albumName: json.albumName as string,
      ownerId: account.id,
      shared: false,
      hasSharedLink: false,
      assets: new Set<string>(),
    };
    this.albums.set(album.id, album);
    return { status: 201, body: this.#album(album) };
  }

  #addToAlbum(call: Call): Reply {
    const { assets } = this.#ownAlbum(call, 'albumAsset.create');
    const results = (call.json.ids as string[]).map((id) => {
      if (assets.has(id)) return { id, success: false, error: 'duplicate' };
      if (!this.assets.has(id)) return { id, success: false, error: 'no_permission' };
      assets.add(id);
      return { id, success: true };
    });
    return ok(results);
  }

  #removeFromAlbum(call: Call): Reply {
    const { assets } = this.#ownAlbum(call, 'albumAsset.delete');
    const results = (call.json.ids as string[]).map((id) =>
      assets.delete(id) ? { id, success: true } : { id, success: false, error: 'not_found' },
    );
    return ok(results);
  }

  #makeTags({ json }: Call): Reply {
    const made = (json.tags as string[]).map((value) => {
      // With all of its branch; the last is the one that is asked for.
      const levels = value.split('/');
      levels.forEach((_, depth) => {
        const branch = levels.slice(0, depth + 1).join('/');
        if (!this.tags.has(branch)) this.tags.set(branch, { id: randomUUID(), value: branch });
      });
      return this.tags.get(value)!;
    });
    return ok(made);
  }

  #tag({ json, account }: Call): Reply {
    const tagIds = json.tagIds as string[];
    const assets = (json.assetIds as string[]).map((id) => this.#ofAccount(account, id, 'asset.update'));
    const values = [...this.tags.values()].filter(({ id }) => tagIds.includes(id)).map(({ value }) => value);
    for (const asset of assets) for (const value of values) asset.tags.add(value);
    return ok({ count: values.length * assets.length });
  }

  #untag({ json, account, params: [tagId] }: Call): Reply {
    const tag = [...this.tags.values()].find(({ id }) => id === tagId);
    if (!tag) throw new BadRequest('Not found or no tag.asset access');
    const results = (json.ids as string[]).map((id) => ({
      id,
      success: this.#ofAccount(account, id, 'asset.update').tags.delete(tag.value),
    }));
    return ok(results);
  }

  #activities({ request }: Call): Reply {
    const albumId = request.query.get('albumId');
    const assetId = request.query.get('assetId');
    if (!albumId || !this.albums.has(albumId)) throw new BadRequest('Not found or no activity.read access');
    const found = this.comments.filter((one) => one.albumId === albumId && (!assetId || one.assetId === assetId));
    return ok(
      found.map(({ comment, user, assetId: id }) => ({
        id: randomUUID(),
        assetId: id,
        comment,
        type: 'comment',
        createdAt: NOW,
        user: { id: randomUUID(), name: user, email: `${user}@example.org` },
      })),
    );
  }

  #withChecksum(account: Account, checksum: Buffer): StoredAsset | undefined {
    return [...this.assets.values()].find((asset) => asset.ownerId === account.id && asset.checksum.equals(checksum));
  }

  #owned({ account, params: [id = ''] }: Call, permission: string): StoredAsset {
    return this.#ofAccount(account, id, permission);
  }

  #ofAccount(account: Account, id: string, permission: string): StoredAsset {
    const asset = this.assets.get(id);
    if (asset?.ownerId !== account.id) throw new BadRequest(`Not found or no ${permission} access`);
    return asset;
  }

  #ownAlbum({ account, params: [id = ''] }: Call, permission: string): StoredAlbum {
    const album = this.albums.get(id);
    if (album?.ownerId !== account.id) throw new BadRequest(`Not found or no ${permission} access`);
    return album;
  }

  #shownAsset(asset: StoredAsset) {
    const { id, ownerId, isTrashed, isFavorite, isEdited, visibility, originalFileName, fileCreatedAt } = asset;
    return {
      id,
      ownerId,
      isTrashed,
      isFavorite,
      isEdited,
      visibility,
      originalFileName,
      fileCreatedAt,
      checksum: asset.checksum.toString('base64'),
      localDateTime: fileCreatedAt,
      exifInfo: {
        description: asset.description,
        rating: asset.rating,
        fileSizeInByte: asset.bytes.length,
        exifImageWidth: asset.untilRead > 0 ? null : 1600,
        dateTimeOriginal: asset.untilRead > 0 ? null : fileCreatedAt,
      },
      tags: [...asset.tags].map((value) => this.tags.get(value)!),
    };
  }
}

type KeyValue = { key: string; value: object };

class BadRequest extends Error {}

const NOW = '2026-11-28T00:00:00.000Z';
const NONE = { total: 0, count: 0, items: [], facets: [] };

const ok = (body: unknown): Reply => ({ status: 200, body });

const refused = (status: number, message: string, error: string): Reply => ({
  status,
  body: { message, error, statusCode: status, correlationId: 'test' },
});

const metadataOf = ({ metadata }: StoredAsset) => [...metadata].map(([key, value]) => ({ key, value, updatedAt: NOW }));

const hexOrBase64 = (checksum: string) => Buffer.from(checksum, checksum.length === 28 ? 'base64' : 'hex');
