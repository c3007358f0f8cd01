import type { ModuleEntry } from '../contract/modules.ts';
import { ApiError, type Api } from './api.ts';
import type { Outlook } from './desk/desk.ts';
import { fieldsOf, problemsOf, valueOf, whatTheModuleIs } from './edit-problems.ts';
import type { Problem } from './problem.ts';
import { takeBack } from './take-back.ts';
import { versionMark } from './version-mark.ts';

export interface Edit {
  operation: string;
  instance?: number | undefined;
  enabled?: boolean | undefined;
  values?: readonly { field: string; value: string }[] | undefined;
}

/** What edits would do to an image. */
interface Looked {
  version: string;
  changes: Outlook['changes'];
  /** null: it can be done. */
  refused: string | null;
  problems: readonly Problem[];
}

interface Found {
  entry: ModuleEntry;
  etag: string;
}

/** Reads only. */
export async function lookAt(api: Api, imageId: number, edits: readonly Edit[]): Promise<Looked> {
  try {
    return await looked(api, await historyTag(api, imageId), await foundOf(api, imageId, edits), edits);
  } catch (error) {
    return { version: '', changes: [], ...refusedBy(error) };
  }
}

/**
 * Puts all edits on an image, or none: what was done of it is taken back when a further one fails. Of what the API refused it throws only what is
 * not because of this image, when nothing of it is stored.
 */
export async function applyEdits(
  api: Api,
  imageId: number,
  edits: readonly Edit[],
): Promise<Omit<Looked, 'version'> & { stored: number[] }> {
  const stored: number[] = [];
  try {
    let history = await historyTag(api, imageId);
    const found = await foundOf(api, imageId, edits);
    const { changes, refused, problems } = await looked(api, history, found, edits);
    if (refused !== null) return { stored, changes: [], refused, problems };
    for (const [at, edit] of edits.entries()) {
      let present = found[at] ?? null;
      if (!present) {
        const path = `/images/${imageId}/modules/${encodeURIComponent(edit.operation)}`;
        const { headers } = await api.answer({ method: 'PUT', path, headers: { 'if-match': history } });
        if (headers['x-change'] !== undefined) stored.push(Number(headers['x-change']));
        present = (await entryOf(api, imageId, edit))!;
        // What the module really has is known now.
        const wrong = problemsOf(present.entry, edit);
        if (wrong.length > 0) throw new Wrong(wrong);
      }
      const { enabled, values = [] } = edit;
      if (enabled === undefined && values.length === 0) continue;
      const { operation, multi_priority } = present.entry;
      const { headers } = await api.answer({
        method: 'PATCH',
        path: `/images/${imageId}/modules/${encodeURIComponent(operation)}`,
        query: { instance: multi_priority },
        headers: { 'if-match': present.etag },
        body: {
          ...(enabled !== undefined && { enabled }),
          ...(values.length > 0 && {
            params: Object.fromEntries(values.map(({ field, value }) => [field, valueOf(present.entry, field, value)])),
          }),
        },
      });
      if (headers['x-change'] !== undefined) stored.push(Number(headers['x-change']));
      if (at + 1 < edits.length) history = await historyTag(api, imageId);
    }
    return { stored, changes, refused: null, problems: [] };
  } catch (error) {
    const { undone } = await takeBack(stored, api);
    const left = stored.filter((change) => !undone.includes(change));
    if (left.length === 0 && isForAllImages(error)) throw error;
    const { refused, problems } = refusedBy(error);
    return {
      // What cannot be taken back now stays part of the change.
      stored: left,
      changes: [],
      refused: left.length > 0 ? `${refused} Part of it is stored: take the change back.` : refused,
      problems,
    };
  }
}

class Wrong extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super('a value is wrong');
    this.problems = problems;
  }
}

const WRONG = 'an edit is wrong: see problems';

function refusedBy(error: unknown): { refused: string; problems: readonly Problem[] } {
  if (error instanceof Wrong) return { refused: WRONG, problems: error.problems };
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'precondition_failed') return { refused: 'it was changed in the meantime', problems: [] };
  if (error.code === 'not_found' || error.code === 'image_not_found')
    return { refused: 'it is not in the library', problems: [] };
  return { refused: error.detail, problems: [] };
}

/** Such as a darktable without a plugin, which has the library open. */
const isForAllImages = (error: unknown) =>
  error instanceof ApiError && (error.code === 'db_write_error' || error.code === 'library_unavailable');

async function looked(
  api: Api,
  history: string,
  found: readonly (Found | null)[],
  edits: readonly Edit[],
): Promise<Looked> {
  const changes: Outlook['changes'] = [];
  const problems: Problem[] = [];
  let refused: string | null = null;
  for (const [at, edit] of edits.entries()) {
    const present = found[at];
    const { operation, instance, enabled, values = [] } = edit;
    const name = instance ? `${operation} ${instance}` : operation;
    if (present) {
      const wrong = problemsOf(present.entry, edit);
      problems.push(...(wrong.length > 0 ? await withUnits(api, present.entry, wrong) : []));
      if (enabled !== undefined && enabled !== present.entry.enabled)
        changes.push({ field: `${name} enabled`, before: said(present.entry.enabled), after: said(enabled) });
      if (wrong.length > 0) continue;
      for (const { field, value } of values) {
        const before = said(fieldsOf(present.entry).stored(field));
        const after = said(valueOf(present.entry, field, value));
        if (!isSame(before, after)) changes.push({ field: `${name} ${field}`, before, after });
      }
    } else if (instance !== undefined && instance > 0) {
      refused ??= `${operation} has no instance ${instance} in its history`;
    } else {
      const { is, wrong } = await whatTheModuleIs(api, edit);
      problems.push(...wrong);
      if (is === 'unknown') continue;
      changes.push({ field: name, before: '', after: 'added' });
      for (const { field, value } of values) changes.push({ field: `${name} ${field}`, before: '', after: value });
    }
  }
  return {
    version: versionMark(JSON.stringify([history, found.map((each) => each?.etag ?? null)])),
    changes: problems.length > 0 ? [] : changes,
    refused: refused ?? (problems.length > 0 ? WRONG : null),
    problems,
  };
}

async function withUnits(api: Api, entry: ModuleEntry, problems: readonly Problem[]): Promise<Problem[]> {
  const { units } = await whatTheModuleIs(api, { operation: entry.operation });
  return problems.map((problem) => {
    const unit = units.get(problem.field.slice(problem.field.indexOf(' ') + 1));
    return unit ? { ...problem, unit } : problem;
  });
}

/** A number is stored with less precision than it is said. */
const isSame = (one: string, other: string) =>
  one === other ||
  (String(Math.fround(Number(one))) === String(Math.fround(Number(other))) && one !== '' && other !== '');
const said = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

const historyTag = async (api: Api, imageId: number) =>
  (await api.answer({ path: `/images/${imageId}/history` })).headers.etag ?? '';

const foundOf = (api: Api, imageId: number, edits: readonly Edit[]) =>
  Promise.all(edits.map((edit) => entryOf(api, imageId, edit)));

/** null: the module, or this instance of it, is not in the history. */
async function entryOf(api: Api, imageId: number, { operation, instance }: Edit): Promise<Found | null> {
  try {
    const { bytes, headers } = await api.answer({
      path: `/images/${imageId}/modules/${encodeURIComponent(operation)}`,
      query: { describe: 1, instance },
    });
    return { entry: JSON.parse(bytes.toString()) as ModuleEntry, etag: headers.etag ?? '' };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'module_not_found') return null;
    throw error;
  }
}
