/**
 * Piwigo as a small program: the methods that publishing uses, as measured on 16.4.0 and as its source treats them (ws_functions,
 * functions_upload): `{ stat: 'fail' }` with HTTP 200, parts in any order, a picture made by the call that completes them, equal bytes that
 * are one picture, a lounge, `fill_if_empty`, albums that a user may not see, and no mark of other programs anywhere.
 */
import { createHash } from 'node:crypto';
import { FaultyServer, type Field, type Received, type Reply } from './faulty-server.ts';

export interface StoredImage {
  id: number;
  bytes: Buffer;
  md5: string;
  file: string;
  /** Found by the gallery on its own disk. */
  isSynchronized: boolean;
  name: string;
  author: string;
  comment: string;
  level: number;
  dateCreation: string | null;
  tags: Set<number>;
  comments: { id: number; author: string; content: string; date: string }[];
  rates: number[];
}

export interface StoredAlbum {
  id: number;
  name: string;
  status: 'public' | 'private';
  parent: number | null;
  images: Set<number>;
  /** In which the test's user may not look. */
  isForbidden: boolean;
}

interface User {
  id: number;
  username: string;
  password: string;
  status: string;
  since: string;
}

type Form = Map<string, Field>;

export class PiwigoServer {
  readonly http = new FaultyServer((request) => this.#reply(request));
  readonly images = new Map<number, StoredImage>();
  readonly albums = new Map<number, StoredAlbum>();
  readonly tags = new Map<number, string>();
  /** `pkid…:secret`: whose. */
  readonly keys = new Map<string, User>();
  readonly sessions = new Map<string, User>();
  readonly parts = new Map<string, Map<number, Buffer>>();
  readonly lounge: { image: number; album: number }[] = [];
  user: User = { id: 1, username: 'anna', password: 'secret', status: 'webmaster', since: '2020-01-01 10:00:00' };
  version = '16.4.0';
  chunkKb = 64;
  types = 'jpg,jpeg,png,gif,webp';
  hasLounge = false;
  uniquenessMode: 'md5sum' | 'filename' = 'md5sum';
  maxPage = 500;
  maxComments = 100;
  #last = 100;

  static async start(): Promise<{ server: PiwigoServer; address: string }> {
    const server = new PiwigoServer();
    return { server, address: await server.http.start() };
  }

  addKey(user = this.user): string {
    const key = `pkid-20261128-${++this.#last}:secret`;
    this.keys.set(key, user);
    return key;
  }

  addByHand(bytes: Buffer, file: string, album: number | null): StoredImage {
    const image: StoredImage = {
      id: ++this.#last,
      bytes,
      md5: md5Of(bytes),
      file: htmlOf(file),
      isSynchronized: false,
      name: file.replace(/\.\w+$/, '').replaceAll('_', ' '),
      author: '',
      comment: '',
      level: 0,
      dateCreation: null,
      tags: new Set(),
      comments: [],
      rates: [],
    };
    this.images.set(image.id, image);
    if (album !== null) this.albums.get(album)?.images.add(image.id);
    return image;
  }

  addAlbum(name: string, changes: Partial<StoredAlbum> = {}): StoredAlbum {
    const id = ++this.#last;
    const album = {
      id,
      name,
      status: 'public' as const,
      parent: null,
      images: new Set<number>(),
      isForbidden: false,
      ...changes,
    };
    this.albums.set(id, album);
    return album;
  }

  forget(id: number): void {
    this.images.delete(id);
    for (const { images } of this.albums.values()) images.delete(id);
  }

  readonly #methods: Record<string, (form: Form, user: User, request: Received) => unknown> = {
    'pwg.getVersion': () => this.version,
    'pwg.session.getStatus': (_, user) => this.#status(user),
    'pwg.users.getList': (form) => ({
      users: [this.user]
        .filter(({ username }) => username === text(form, 'username'))
        .map(({ id, username, since }) => ({ id, username, registration_date: since })),
    }),
    'pwg.categories.getAdminList': () => ({ categories: [...this.albums.values()].map((album) => this.#album(album)) }),
    'pwg.categories.getList': () => ({
      categories: [...this.albums.values()]
        .filter(({ isForbidden }) => !isForbidden)
        .map(({ id, name }) => ({ id, name })),
    }),
    'pwg.categories.add': (form) => ({
      info: 'Album added',
      id: this.addAlbum(text(form, 'name'), { status: text(form, 'status') === 'private' ? 'private' : 'public' }).id,
    }),
    'pwg.categories.getImages': (form) => this.#albumImages(form),
    'pwg.tags.getAdminList': () => ({ tags: [...this.tags].map(([id, name]) => ({ id: String(id), name })) }),
    'pwg.tags.add': (form) => this.#addTag(text(form, 'name')),
    'pwg.images.exist': (form) => this.#exist(text(form, 'md5sum_list')),
    'pwg.images.getInfo': (form) => this.#info(this.#image(form), form),
    'pwg.images.uploadAsync': (form, user) => this.#upload(form, user),
    'pwg.images.setInfo': (form) => this.#setInfo(form),
    'pwg.images.setCategory': (form, user) => this.#setCategory(form, user),
    'pwg.images.uploadCompleted': (form, user) => {
      checkToken(form, user);
      for (const { image, album } of this.lounge.splice(0)) this.albums.get(album)?.images.add(image);
      return { moved_from_lounge: [] };
    },
    'pwg.images.delete': (form, user) => {
      checkToken(form, user);
      const ids = text(form, 'image_id')
        .split(/[\s,;|]/)
        .map(Number)
        .filter((id) => this.images.has(id));
      for (const id of ids) this.forget(id);
      return ids.length;
    },
  };

  #reply(request: Received): Reply {
    const form = request.form();
    const name = request.query.get('method') ?? '';
    if (name === 'pwg.session.login') return this.#login(form);
    const user = this.#userOf(request);
    if (user === null) return failed(401, 401, 'Invalid api_key');
    const method = this.#methods[name];
    if (!method || (name === 'pwg.images.setCategory' && Number.parseInt(this.version) < 14))
      return failed(501, 501, 'Method name is not valid');
    const isForAll =
      name === 'pwg.getVersion' ||
      name === 'pwg.session.getStatus' ||
      name === 'pwg.images.getInfo' ||
      name === 'pwg.categories.getImages';
    if (!isForAll && user.status !== 'webmaster' && user.status !== 'admin') return failed(401, 401, 'Access denied');
    try {
      return { status: 200, body: { stat: 'ok', result: method(form, user, request) ?? null } };
    } catch (error) {
      if (error instanceof Died) return { status: 200, body: error.message };
      if (error instanceof Refusal)
        return failed(error.code === 404 || error.code === 500 ? error.code : 200, error.code, error.message);
      throw error;
    }
  }

  /** A wrong key is refused; a header that this version does not know leaves a guest. */
  #userOf({ headers }: Received): User | null {
    const key = headers['x-piwigo-api'];
    const [major = 0, minor = 0] = this.version.split('.').map(Number);
    if (typeof key === 'string' && (major > 16 || (major === 16 && minor >= 1))) return this.keys.get(key) ?? null;
    const session = /pwg_id=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    return this.sessions.get(session) ?? { id: 2, username: 'guest', password: '', status: 'guest', since: '' };
  }

  #login(form: Form): Reply {
    const { username, password } = this.user;
    if (text(form, 'username') !== username || text(form, 'password') !== password)
      return failed(200, 999, 'Invalid username/password');
    const session = `session${++this.#last}`;
    this.sessions.set(session, this.user);
    return {
      status: 200,
      headers: { 'set-cookie': `pwg_id=${session}; path=/; HttpOnly` },
      body: { stat: 'ok', result: true },
    };
  }

  #status({ username, status, id }: User) {
    const isAdmin = status === 'webmaster' || status === 'admin';
    return {
      username,
      status,
      pwg_token: `token${id}`,
      version: this.version,
      ...(isAdmin && { upload_form_chunk_size: this.chunkKb, upload_file_types: this.types }),
    };
  }

  #album({ id, name, status, parent, images }: StoredAlbum) {
    // Of all, as administrators see it: permissions are not looked at.
    return {
      id: String(id),
      name,
      status,
      uppercats: parent === null ? String(id) : `${parent},${id}`,
      nb_images: String(images.size),
    };
  }

  #albumImages(form: Form) {
    const album = this.albums.get(Number(text(form, 'cat_id[]')));
    if (!album) throw new Refusal(404, 'cat_id not found');
    const ids = album.isForbidden ? [] : [...album.images].sort((one, other) => one - other);
    const perPage = Math.min(Number(text(form, 'per_page') || 100), this.maxPage);
    const page = Number(text(form, 'page') || 0);
    const images = ids
      .slice(page * perPage, (page + 1) * perPage)
      .map((id) => ({ id, file: this.images.get(id)!.file }));
    return { paging: { page, per_page: perPage, count: images.length, total_count: ids.length }, images };
  }

  /** The database takes letters with and without accents, large and small, for the same. */
  #addTag(name: string) {
    const folded = (tag: string) => tag.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
    if ([...this.tags.values()].some((tag) => folded(tag) === folded(name)))
      throw new Refusal(1003, `Tag "${name}" already exists`);
    const id = ++this.#last;
    this.tags.set(id, name);
    return { info: 'Tag added', id };
  }

  #exist(list: string) {
    if (this.uniquenessMode === 'filename') return {};
    return Object.fromEntries(
      list
        .split(/[\s,;|]/)
        .map((md5) => [md5, [...this.images.values()].findLast((image) => image.md5 === md5)?.id ?? null]),
    );
  }

  #info(image: StoredImage, form: Form) {
    const perPage = Math.min(Number(text(form, 'comments_per_page') || 10), this.maxComments);
    const page = Number(text(form, 'comments_page') || 0);
    const comments = image.comments.slice(page * perPage, (page + 1) * perPage);
    const albums = [...this.albums.values()].filter(({ images, isForbidden }) => images.has(image.id) && !isForbidden);
    return {
      id: image.id,
      file: image.file,
      name: image.name,
      author: image.author,
      comment: image.comment,
      md5sum: image.md5,
      level: String(image.level),
      filesize: Math.round(image.bytes.length / 1024),
      date_creation: image.dateCreation,
      categories: albums.map(({ id, name }) => ({ id, name })),
      tags: [...image.tags].map((id) => ({ id, name: this.tags.get(id) })),
      rates: {
        score: image.rates.length > 0 ? average(image.rates) : null,
        count: image.rates.length,
        average: image.rates.length > 0 ? average(image.rates) : null,
      },
      comments,
      comments_paging: { page, per_page: perPage, count: comments.length, total_count: image.comments.length },
    };
  }

  #upload(form: Form, user: User) {
    const imageId = Number(text(form, 'image_id') || 0);
    if (imageId > 0 && !this.images.has(imageId)) throw new Refusal(404, 'ws_images_uploadAsync : image_id not found');
    const part = form.get('file')!.value;
    if (md5Of(part) !== text(form, 'chunk_sum')) throw new Refusal(500, 'MD5 checksum chunk file mismatched');
    const sum = text(form, 'original_sum');
    const chunks = Number(text(form, 'chunks'));
    const key = `${sum}-u${user.id}-of${chunks}`;
    const parts = this.parts.get(key) ?? new Map<number, Buffer>();
    parts.set(Number(text(form, 'chunk')), part);
    this.parts.set(key, parts);
    if (parts.size < chunks) return { message: `chunks uploaded = ${[...parts.keys()].map((at) => at + 1).join(',')}` };
    this.parts.delete(key);
    const bytes = Buffer.concat([...parts].sort(([one], [other]) => one - other).map(([, each]) => each));
    if (md5Of(bytes) !== sum) throw new Refusal(500, 'MD5 checksum merged file mismatched');
    const image = this.#addUploaded(bytes, form, imageId);
    for (const field of ['name', 'author', 'comment'] as const) if (form.has(field)) image[field] = text(form, field);
    return this.#info(image, form);
  }

  #addUploaded(bytes: Buffer, form: Form, imageId: number): StoredImage {
    const file = text(form, 'filename');
    const album = form.has('category[]') ? Number(text(form, 'category[]')) : null;
    const same = imageId > 0 ? undefined : [...this.images.values()].find(({ md5 }) => md5 === md5Of(bytes));
    let image = same ?? this.images.get(imageId);
    if (!same && !/^(jpg|jpeg|png|gif|webp)$/i.test(file.split('.').pop() ?? ''))
      throw new Died('unexpected file type');
    if (same) image = same;
    else if (image)
      Object.assign(image, { bytes, md5: md5Of(bytes), file: htmlOf(file), level: Number(text(form, 'level')) });
    else {
      image = this.addByHand(bytes, file, null);
      image.level = Number(text(form, 'level'));
    }
    // What is in the file comes first, and replaces what was there.
    if (!same) Object.assign(image, { comment: 'from the file' });
    if (album !== null) {
      if (this.hasLounge) this.lounge.push({ image: image.id, album });
      else this.albums.get(album)?.images.add(image.id);
    }
    return image;
  }

  #setInfo(form: Form) {
    const image = this.#image(form);
    const replaces = text(form, 'single_value_mode') === 'replace';
    const replacesMany = text(form, 'multiple_value_mode') === 'replace';
    for (const field of ['name', 'author', 'comment'] as const) {
      if (form.has(field) && (replaces || image[field] === ''))
        image[field] = text(form, field).replaceAll(/<[^>]*>/g, '');
    }
    if (form.has('file')) {
      if (image.isSynchronized) throw new Refusal(500, '[ws_images_setInfo] updating "file" is forbidden');
      image.file = htmlOf(text(form, 'file'));
    }
    if (form.has('date_creation') && (replaces || !image.dateCreation))
      image.dateCreation = text(form, 'date_creation');
    if (form.has('categories')) {
      const wanted = text(form, 'categories').split(';').filter(Boolean).map(Number);
      if (wanted.some((id) => !this.albums.has(id))) throw new Refusal(500, 'the following categories are unknown');
      for (const album of this.albums.values()) {
        if (wanted.includes(album.id)) album.images.add(image.id);
        else if (replacesMany) album.images.delete(image.id);
      }
    }
    if (form.has('tag_ids')) {
      const ids = text(form, 'tag_ids')
        .split(',')
        .filter((id) => /^\d+$/.test(id))
        .map(Number);
      image.tags = new Set([...(replacesMany ? [] : image.tags), ...ids]);
    }
    return null;
  }

  #setCategory(form: Form, user: User) {
    checkToken(form, user);
    const album = this.albums.get(Number(text(form, 'category_id')));
    if (!album) throw new Refusal(404, 'category_id not found');
    const id = Number(text(form, 'image_id[]'));
    if (text(form, 'action') === 'dissociate') album.images.delete(id);
    else album.images.add(id);
    return null;
  }

  #image(form: Form): StoredImage {
    const image = this.images.get(Number(text(form, 'image_id')));
    if (!image) throw new Refusal(404, 'image_id not found');
    return image;
  }
}

/** `{ stat: 'fail' }`. */
class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** PHP's die(): the text alone. */
class Died extends Error {}

const failed = (status: number, err: number, message: string): Reply => ({
  status,
  body: { stat: 'fail', err, message },
});

const text = (form: Form, field: string) => form.get(field)?.text ?? '';

function checkToken(form: Form, { id }: User): void {
  if (text(form, 'pwg_token') !== `token${id}`) throw new Refusal(403, 'Invalid security token');
}

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

const htmlOf = (file: string) =>
  file
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;');

const average = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
