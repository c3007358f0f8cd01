import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { z, type ZodType } from 'zod';
import { DestinationFailure, type Outgoing, type PictureFacts } from '../destination.ts';
import type { Feedback } from '../feedback.ts';
import { IdsByMd5, Image, ImageFeedback, UploadedPart } from './answers.ts';
import { hasMark, markedName, plainName } from './marked-names.ts';
import { type Params, type PiwigoApi, PiwigoRefusal } from './piwigo-api.ts';
import type { PiwigoTags } from './tags.ts';

/** Where Piwigo does not say how large a part may be. */
const PART_KB = 500;

/** In one answer. */
const COMMENTS = 100;

interface Source {
  md5: string;
  bytes: number;
  read: (part: Buffer, start: number) => Promise<number>;
}

/** Pictures of a gallery, one by one. */
export class PiwigoImages {
  readonly #api: PiwigoApi;
  readonly #tags: PiwigoTags;

  constructor(api: PiwigoApi, tags: PiwigoTags) {
    this.#api = api;
    this.#tags = tags;
  }

  info(id: string, signal: AbortSignal): Promise<Image | null> {
    return this.#info({ image_id: id }, Image, signal);
  }

  /** null: gone. */
  async feedback(id: string, signal: AbortSignal): Promise<Omit<Feedback, 'id'> | null> {
    const comments: Feedback['comments'] = [];
    for (let page = 0; ; page++) {
      const params = { image_id: id, comments_page: page, comments_per_page: COMMENTS };
      const said = await this.#info(params, ImageFeedback, signal);
      if (!said) return null;
      for (const { author, content, date } of said.comments) {
        comments.push({ author: author ?? '', text: content ?? '', at: date.replace(' ', 'T') });
      }
      const isLast = comments.length >= said.comments_paging.total_count;
      if (isLast) return { stars: said.rates?.average ?? null, isFavorite: null, comments };
      if (said.comments.length === 0)
        throw new DestinationFailure('unknown', 'Piwigo lists fewer comments than it counts.');
    }
  }

  /** null: gone. It is only believed while Piwigo takes us for an administrator, since a guest is told the same of much. */
  async #info<T>(params: Params, schema: ZodType<T>, signal: AbortSignal): Promise<T | null> {
    try {
      return await this.#api.query('pwg.images.getInfo', params, schema, signal);
    } catch (error) {
      if (!(error instanceof PiwigoRefusal) || error.code !== 404) throw error;
      await this.#api.checkStatus(signal);
      return null;
    }
  }

  /** The picture with these bytes; null: there is none. */
  async withMd5(md5: string, signal: AbortSignal): Promise<Image | null> {
    const ids = await this.#api.query('pwg.images.exist', { md5sum_list: md5 }, IdsByMd5, signal);
    const id = ids[md5];
    if (id === undefined) {
      throw new DestinationFailure(
        'person',
        'This Piwigo tells pictures by their names: set uniqueness_mode to md5sum.',
      );
    }
    return id === null ? null : this.info(id, signal);
  }

  /**
   * Sends the file in parts. Whichever call completes the set makes the picture, also one of an earlier run, and a part after it would
   * begin an orphan: so the first answer with a picture ends it. Name, author and comment are not sent along: where the bytes are there
   * already, they would write over somebody's.
   */
  async send(
    { file, bytes, md5 }: Pick<Outgoing, 'file' | 'bytes' | 'md5'>,
    params: Params,
    signal: AbortSignal,
  ): Promise<Image> {
    const handle = await open(file);
    try {
      return await this.#sendParts(
        { md5, bytes, read: async (part, start) => (await handle.read(part, 0, part.length, start)).bytesRead },
        params,
        signal,
      );
    } finally {
      await handle.close();
    }
  }

  sendBytes(content: Buffer, params: Params, signal: AbortSignal): Promise<Image> {
    const md5 = createHash('md5').update(content).digest('hex');
    const read = (part: Buffer, start: number) => Promise.resolve(content.copy(part, 0, start));
    return this.#sendParts({ md5, bytes: content.length, read }, params, signal);
  }

  async #sendParts({ md5, bytes, read }: Source, params: Params, signal: AbortSignal): Promise<Image> {
    const { upload_form_chunk_size: kb = PART_KB } = await this.#api.status(signal);
    const size = Math.min(Math.max(kb, 64), 4096) * 1024;
    const chunks = Math.max(1, Math.ceil(bytes / size));
    let failure = new DestinationFailure('unknown', 'Piwigo has all parts and no picture.');
    try {
      for (let chunk = 0; chunk < chunks; chunk++) {
        const part = Buffer.alloc(Math.min(size, bytes - chunk * size));
        if ((await read(part, chunk * size)) < part.length)
          throw new Error('The file became shorter while it was read.');
        const made = await this.#sendPart(part, { ...params, chunk, chunks, original_sum: md5 }, signal);
        if (made) return made;
      }
    } catch (error) {
      if (!(error instanceof DestinationFailure) || error.kind !== 'unknown') throw error;
      failure = error;
    }
    // No answer is no proof of anything: Piwigo is asked, and nothing is sent again.
    return this.#arrived(md5, params, failure, signal);
  }

  async #sendPart(part: Buffer, params: Params, signal: AbortSignal): Promise<Image | null> {
    const chunk_sum = createHash('md5').update(part).digest('hex');
    const file = { field: 'file', name: 'part', content: part };
    const answer = await this.#api.change(
      'pwg.images.uploadAsync',
      { ...params, chunk_sum },
      UploadedPart,
      signal,
      file,
    );
    return 'id' in answer ? answer : null;
  }

  /** For a replacement it is its own picture that has to have the bytes now. */
  async #arrived(md5: string, { image_id }: Params, failure: Error, signal: AbortSignal): Promise<Image> {
    const there = await (
      image_id === undefined ? this.withMd5(md5, signal) : this.info(String(image_id), signal)
    ).catch(() => null);
    if (there?.md5sum !== md5) throw failure;
    return there;
  }

  /** Title, author, description, time and tags, exactly so: left to itself Piwigo only fills what is empty, and says ok. */
  async tell(image: Image, facts: PictureFacts, signal: AbortSignal): Promise<void> {
    const tags = await this.#tags.idsOf(levelsOf(facts.tags), signal);
    const { title, creator, description, takenAt } = facts;
    const keepsTexts = title === null && creator === null && description === null;
    const texts = {
      name: escaped(title ?? plainName(image.file).replace(/\.[a-z0-9]+$/i, '')),
      author: escaped(creator ?? ''),
      comment: escaped(description ?? ''),
    };
    const params: Params = {
      image_id: image.id,
      ...(!keepsTexts && texts),
      ...(takenAt !== null && { date_creation: takenAt.slice(0, 19).replace('T', ' ') }),
      tag_ids: tags.join(','),
      single_value_mode: 'replace',
      multiple_value_mode: 'replace',
    };
    await this.#api.change('pwg.images.setInfo', params, z.unknown(), signal);
    if (keepsTexts || !FOUR_BYTES.test(Object.values(texts).join(''))) return;
    // An older database cuts a text where such a letter begins.
    const told = await this.info(image.id, signal);
    if (told?.name === texts.name && (told.comment ?? '') === texts.comment) return;
    const shorter = Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, text.replaceAll(FOUR_BYTES, '')]),
    );
    await this.#api.change('pwg.images.setInfo', { ...params, ...shorter }, z.unknown(), signal);
  }

  /** Puts the mark into the name of its file. Piwigo refuses that for those that it found on its own disk. */
  async mark({ id, file }: Image, mark: string, signal: AbortSignal): Promise<void> {
    const params = { image_id: id, file: markedName(plainName(file), mark) };
    await this.#api.change('pwg.images.setInfo', params, z.unknown(), signal).catch((error: unknown) => {
      if (!(error instanceof PiwigoRefusal) || error.code !== 500) throw error;
    });
    const told = await this.info(id, signal);
    if (told && hasMark(told.file, mark)) return;
    throw new DestinationFailure('never', 'Piwigo does not let the picture be marked as taken over.');
  }

  async delete(id: string, signal: AbortSignal): Promise<void> {
    const params = { image_id: id, pwg_token: await this.#api.token(signal) };
    await this.#api.change('pwg.images.delete', params, z.unknown(), signal);
  }
}

const FOUR_BYTES = /[\u{10000}-\u{10ffff}]/gu;

/** Piwigo's tags have no levels: each level is a tag, as in the file. */
const levelsOf = (tags: readonly string[]) => [
  ...new Set(tags.flatMap((tag) => tag.split('|').map((level) => level.trim())).filter(Boolean)),
];

/** Piwigo takes tags of HTML out, and what only looks like one. */
const escaped = (text: string) => text.replaceAll('<', '&lt;');
