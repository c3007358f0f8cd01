import { COLOR_LABELS } from '../../contract/color-labels.ts';
import type { HistoryTaking } from '../../darktable/bridge-heartbeat.ts';
import type { OperationImage } from '../../darktable/operation-jobs.ts';
import { historyHash } from '../../library/history-hash.ts';
import type { LibraryReader } from '../../library/library.ts';
import { readOrganised, TEXTS, type Organised } from '../../library/organised.ts';
import { readSidecarFacts, type SidecarFacts } from '../../library/sidecar-facts.ts';
import { isRejectedSql, starsSql } from '../../library/stars.ts';
import type { SidecarHistory } from '../../sidecars/history-sidecar.ts';
import type { StoredHistory } from '../rules/stored-history.ts';
import { hasFirstSteps, historiesIn, isRawIn, schemaOf } from './plans.ts';
import { pipeFacts } from '../rules/pipe-facts.ts';
import { rowsRead, type ReadRows, type Row } from '../writing/row-changes.ts';

/** A whole history that an image shall have. */
export interface WantedWhole {
  history: StoredHistory;
  /** Whether darktable's first steps are in it, or it shall not get them. */
  hasFirstSteps: boolean;
  addTags: readonly string[];
  removeTags: readonly string[];
}

/** What is needed to make a sidecar of it. */
export interface WholeImage {
  imageId: number;
  wanted: WantedWhole;
  history: SidecarHistory;
  facts: SidecarFacts;
  organised: Organised;
  /** Whether it has texts that Safelight does not know. */
  hasOtherTexts: boolean;
}

const REJECTED_STARS =
  'It is rejected, and darktable would forget its stars with the history. Take the reject back first, or close darktable and try again.';
const VERSIONS =
  'It has several versions, which this version of darktable would mix up. Close darktable and try again.';

/** Why the plugin cannot give an image another history as a whole, by the library; null: it can. */
export function wholeObstacle(read: ReadRows, imageId: number, taking: HistoryTaking): string | null {
  const [image] = read(
    `SELECT ${isRejectedSql} AND ${starsSql} > 0 AS hasStarsBehindReject, coalesce(version, 0) AS version, (SELECT count(*) FROM main.images AS other
       WHERE other.film_id = images.film_id AND other.filename = images.filename) AS versions
     FROM main.images WHERE id = :imageId`,
    { imageId },
  );
  if (!image) return null;
  if (image.hasStarsBehindReject === 1n) return REJECTED_STARS;
  if (taking === 'import' && (image.versions !== 1n || image.version !== 0n)) return VERSIONS;
  return null;
}

/** What the sidecars are made of; a sentence for an image that cannot get its history. `now`: Unix milliseconds. */
export function wholeImages(
  reader: LibraryReader,
  wanted: ReadonlyMap<number, WantedWhole>,
  now: number,
): Map<number, WholeImage | string> {
  const ids = [...wanted.keys()];
  const read = rowsRead(reader);
  const facts = readSidecarFacts(reader, ids);
  const organised = readOrganised(reader, ids);
  const { firstOrder, whyNoOrder } = pipeFacts(schemaOf(read));
  const isRaw = isRawIn(read);
  return new Map(
    ids.map((imageId): [number, WholeImage | string] => {
      const whole = wanted.get(imageId)!;
      const { history, hasFirstSteps } = whole;
      const order = history.order ?? firstOrder(isRaw(imageId));
      if (!order) return [imageId, whyNoOrder];
      const others = read('SELECT 1 FROM main.meta_data WHERE id = :imageId AND key >= :known LIMIT 1', {
        imageId,
        known: TEXTS.length,
      });
      const image: WholeImage = {
        imageId,
        wanted: whole,
        facts: facts.get(imageId)!,
        organised: organised.get(imageId)!,
        hasOtherTexts: others.length > 0,
        history: {
          end: history.end,
          steps: history.steps,
          masks: history.masks,
          order,
          hasFirstSteps,
          hash: hashOf(history, order),
          changedAt: Math.floor(now / 1000),
        },
      };
      return [imageId, image];
    }),
  );
}

/** The histories of images as they are, for their sidecars; those whose order of modules cannot be told are left out. */
export function presentHistories(reader: LibraryReader, ids: readonly number[]): Map<number, SidecarHistory> {
  const read = rowsRead(reader);
  const historyOf = historiesIn(read);
  const present = ids.flatMap((imageId): [number, WantedWhole][] => {
    const history = historyOf(imageId);
    if (!history) return [];
    return [[imageId, { history, hasFirstSteps: hasFirstSteps(read, imageId), addTags: [], removeTags: [] }]];
  });
  const images = wholeImages(reader, new Map(present), Date.now());
  return new Map(
    [...images].flatMap(([id, image]): [number, SidecarHistory][] =>
      typeof image === 'string' ? [] : [[id, image.history]],
    ),
  );
}

/** As darktable makes it, with the first undone step. */
function hashOf({ end, steps }: StoredHistory, { version, list }: { version: number; list: string | null }) {
  const newest = new Map<string, Row>();
  for (const row of steps.filter(({ num }) => Number(num) <= end)) {
    const instance = `${String(row.operation)} ${String(row.multi_priority ?? 0n)}`;
    newest.delete(instance);
    newest.set(instance, row);
  }
  const blob = (value: Row[string] | undefined) => (Buffer.isBuffer(value) ? value : null);
  const rows = [...newest.values()].map((row) => ({
    operation: String(row.operation),
    enabled: row.enabled === null ? null : Number(row.enabled),
    op_params: blob(row.op_params),
    blendop_params: blob(row.blendop_params),
  }));
  return historyHash({ rows, order: { version, iop_list: list } });
}

/** The step of a job. `sidecar`: the text with all that. */
export function wholeStep({ imageId, wanted, facts, organised }: WholeImage, sidecar: string): OperationImage {
  const { isRejected, stars, labels, texts } = organised;
  const { history, addTags, removeTags } = wanted;
  return {
    imageId,
    file: facts.picture,
    step: {
      do: 'history',
      sidecar,
      addTags,
      removeTags,
      wanted: history,
      seen: [
        { field: 'rejected', before: isRejected },
        // Behind a reject Lua cannot read them.
        ...(isRejected ? [] : [{ field: 'stars', before: stars }]),
        ...COLOR_LABELS.map((name, color) => ({ field: `label:${name}`, before: (labels & (1 << color)) !== 0 })),
        ...TEXTS.map((name) => ({ field: name, before: texts[name] })),
      ],
    },
  };
}
