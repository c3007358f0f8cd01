import { z } from 'zod';
import type { ChangeResult } from '../contract/image-change.ts';
import { thatFit } from './answers.ts';
import { ApiError } from './api.ts';
import type { Outlook, Plan } from './desk/desk.ts';
import { imageFields, imagesOf } from './images-of.ts';
import type { Problem } from './problem.ts';
import { Refusal } from './refusal.ts';
import { type Answer, type Call, type Tool, tool } from './tool.ts';

/** More than these are only planned, unless `dry_run` is false. */
const MOST_WITHOUT_PLAN = 25;
const MOST_TOLD = 100;

/** What was done: of each picture exactly one thing. */
export interface Done {
  /** Of the journal, oldest first. */
  changes: number[];
  changed: number;
  unchanged: number;
  refusals: Refused[];
  /** From what to what, where it is known. */
  made?: Pick<Outlook, 'image_id' | 'changes'>[];
  /** Images that are new. */
  new_images?: number[];
  /** Of those that were changed: they show as rejected, and darktable gets that later. */
  waitingRejects?: number;
}

interface Refused {
  image_id: number;
  reason: string;
  problems?: readonly Problem[] | undefined;
}

interface ChangeDeclaration<Own extends z.ZodRawShape> extends Pick<
  Tool,
  'name' | 'title' | 'description' | 'scopes' | 'isIdempotent'
> {
  own: Own;
  /** The most images of one request; `all`: they must be changed together. */
  most: number | 'all';
  /** Reads only. Throws Refusal or ApiError when it can be done to no picture. */
  outlook: (own: z.output<z.ZodObject<Own>>, imageIds: readonly number[], call: Call) => Promise<Outlook[]>;
  /** Changes some. Pictures that it could not change are in `refusals`. It throws only if it has changed nothing. */
  carryOut: (own: z.output<z.ZodObject<Own>>, imageIds: readonly number[], call: Call) => Promise<Done>;
}

/** Rights that are taken away stop a change between two requests: so each is to take about this long. */
const REQUEST_MS = 1_000;
const FIRST_REQUEST = 10;
/** Images that are looked at together. */
const LOOKED_AT = 100;

const common = {
  ...imageFields,
  dry_run: z
    .boolean()
    .optional()
    .describe(
      `true: only say what would change and keep it as a plan. Default: true above ${MOST_WITHOUT_PLAN} images`,
    ),
  idempotency_key: z
    .string()
    .max(100)
    .optional()
    .describe('The same key and arguments again change nothing more, and give the same answer'),
};

const pictureChanges = z.array(
  z.object({
    image_id: z.number().int(),
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  }),
);

/** Six tools tell the same: what is told elsewhere is not told in the schema of each. */
const fields = z.object({});

export const changeOutput = z.object({
  summary: z.string(),
  asked: z.number().int().optional(),
  changed: z.number().int().optional(),
  unchanged: z.number().int().optional().describe('Were already so'),
  refused: z.number().int().optional(),
  refusals: z
    .array(
      z.object({
        image_id: z.number().int(),
        reason: z.string(),
        problems: z.array(fields).optional().describe('Each with field, problem, nearest, min, max, unit'),
      }),
    )
    .optional()
    .describe('The first of them'),
  change_id: z.string().optional().describe('For safelight_undo'),
  plan: z.string().optional().describe('For safelight_run_plan'),
  plan_url: z.string().optional().describe('The page on which the photographer sees the plan'),
  would_change: pictureChanges.optional().describe('Of a dry run: the first of them'),
  made: z.array(fields).optional().describe('What is different now, told as in would_change: the first of them'),
  new_images: z.array(z.number().int()).optional().describe('Ids'),
  rejects_waiting: z.number().int().optional().describe('Show as rejected; the open darktable gets them later'),
  pictures_left: z.number().int().optional().describe('So many may this client still change within this hour'),
  job: z.string().optional().describe('It goes on: ask safelight_jobs'),
});

/** A changing tool as the plans need it, too: `carryOut` for pictures that were looked at before. */
export interface ChangeTool extends Tool {
  runPlanned({ args, items, out }: Pick<Plan, 'args' | 'items' | 'out'>, call: Call): Promise<Answer>;
}

/** Declares a tool that changes pictures: dry run, plan, cap and pieces are the same for all of them. */
export function changeTool<const Own extends z.ZodRawShape>(declaration: ChangeDeclaration<Own>): ChangeTool {
  type Args = z.output<z.ZodObject<Own>>;
  const { own, most, outlook, carryOut, name, title, description, scopes, isIdempotent } = declaration;
  const ownSchema = z.strictObject(own);
  const ownOf = (input: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(own, key))) as Args;

  /** `versions`: as they were in the dry run. */
  const inPieces = async (
    args: Args,
    imageIds: readonly number[],
    call: Call,
    { versions, onStored }: { versions: ReadonlyMap<number, string> | null; onStored: (changes: number[]) => void },
  ): Promise<Done> => {
    const done: Done = {
      changes: [],
      changed: 0,
      unchanged: 0,
      refusals: [],
      made: [],
      new_images: [],
      waitingRejects: 0,
    };
    let size = most === 'all' ? imageIds.length : Math.min(most, FIRST_REQUEST);
    for (let from = 0; from < imageIds.length;) {
      const begun = performance.now();
      const rest = (reason: string) => imageIds.slice(from).map((image_id) => ({ image_id, reason }));
      const stopped = call.signal.aborted ? 'it was stopped before' : call.whyNoChanges();
      if (stopped !== null) {
        done.refusals.push(...rest(stopped));
        break;
      }
      try {
        const asked = imageIds.slice(from, from + size);
        const refused = versions ? changedSince(await outlook(args, asked, call), versions) : [];
        const images = asked.filter((id) => !refused.some(({ image_id }) => image_id === id));
        done.refusals.push(...refused);
        if (images.length > 0) {
          const part = await carryOut(args, images, call);
          onStored(part.changes);
          done.changes.push(...part.changes);
          done.changed += part.changed;
          done.unchanged += part.unchanged;
          done.refusals.push(...part.refusals);
          done.made!.push(...(part.made ?? []));
          done.new_images!.push(...(part.new_images ?? []));
          done.waitingRejects! += part.waitingRejects ?? 0;
        }
      } catch (error) {
        // What was done stays done, and is told.
        if (from === 0) throw error;
        const left = rest(
          error instanceof ApiError ? error.detail : error instanceof Error ? error.message : 'it failed',
        );
        const told = new Set(done.refusals.map(({ image_id }) => image_id));
        done.refusals.push(...left.filter(({ image_id }) => !told.has(image_id)));
        break;
      }
      from += size;
      call.progress(Math.min(from, imageIds.length), imageIds.length);
      const fit = Math.floor((size * REQUEST_MS) / Math.max(1, performance.now() - begun));
      if (most !== 'all') size = Math.max(1, Math.min(most, size * 4, fit));
    }
    return done;
  };

  const change = async (
    args: Args,
    imageIds: readonly number[],
    call: Call,
    planned: { versions: ReadonlyMap<number, string>; unchanged: number; refusals: Refused[] } | null = null,
  ): Promise<Answer> => {
    refuseUnlessAllowed(call);
    const left = call.desk.picturesLeft(call.client);
    if (imageIds.length > left)
      throw new Refusal(
        `Nothing was changed: within an hour, this client may change ${call.desk.rights().picturesPerHour} pictures, of which ${left} are left. ${imageIds.length} were asked for. The photographer can raise it in the settings.`,
        { pictures_left: left },
      );
    const id = call.desk.beginChange({ client: call.client, tool: name, pictures: imageIds.length });
    let done: Done;
    try {
      const onStored = (changes: number[]) => call.desk.growChange(id, changes);
      done = await inPieces(args, imageIds, call, { versions: planned?.versions ?? null, onStored });
    } catch (error) {
      call.desk.endChange(id, 0);
      throw error;
    }
    call.desk.endChange(id, done.changed);
    const { changed, made = [], new_images = [], waitingRejects = 0 } = done;
    const unchanged = done.unchanged + (planned?.unchanged ?? 0);
    const refusals = [...(planned?.refusals ?? []), ...done.refusals];
    const asked = changed + unchanged + refusals.length;
    return {
      summary: `${changed > 0 ? `Changed ${changed}` : 'Nothing was changed: 0 changed'}, unchanged ${unchanged}, refused ${refusals.length}, of ${asked} asked for.`,
      data: {
        asked,
        changed,
        unchanged,
        ...toldOf(refusals),
        made: made.length > 0 ? thatFit(made.slice(0, MOST_TOLD), { room: ROOM.changes }).items : undefined,
        new_images: new_images.length > 0 ? new_images : undefined,
        rejects_waiting: waitingRejects > 0 ? waitingRejects : undefined,
        change_id: done.changes.length > 0 ? `a${id}` : undefined,
      },
    };
  };

  const plan = async (args: Args, imageIds: readonly number[], call: Call): Promise<Answer> => {
    const items: Outlook[] = [];
    const step = most === 'all' ? imageIds.length : LOOKED_AT;
    for (let from = 0; from < imageIds.length && !call.signal.aborted; from += step) {
      items.push(...(await outlook(args, imageIds.slice(from, from + step), call)));
      call.progress(items.length, imageIds.length);
    }
    const refusals = refusalsOf(items);
    const changing = items.filter(isToChange);
    const unchanged = items.length - refusals.length - changing.length;
    const kept = changing.length > 0 ? call.desk.makePlan({ client: call.client, tool: name, args, items }) : null;
    const outcome = `${changing.length} would be changed, ${unchanged} are already so, ${refusals.length} would be refused, of ${items.length} asked for.`;
    const would = changing.slice(0, MOST_TOLD).map(({ image_id, changes }) => ({ image_id, changes }));
    return {
      summary: `Nothing was changed yet: this was a dry run. ${outcome}${kept ? ' Show the photographer `plan_url`; safelight_run_plan does it.' : ''}`,
      data: {
        asked: items.length,
        changed: 0,
        unchanged,
        ...toldOf(refusals),
        would_change: thatFit(would, { room: ROOM.changes }).items,
        pictures_left: call.desk.picturesLeft(call.client),
        ...(kept && { plan: `p${kept.id}`, plan_url: `${call.origin}/plans/${kept.id}` }),
      },
    };
  };

  const declared = tool({
    name,
    title,
    description,
    scopes,
    kind: 'changes',
    isIdempotent: isIdempotent ?? false,
    input: z.strictObject({ ...common, ...own }),
    output: changeOutput,
    async run(input, call) {
      const given = input as z.output<z.ZodObject<typeof common>>;
      const imageIds = imagesOf(given, call);
      const args = ownOf(given);
      return (given.dry_run ?? imageIds.length > MOST_WITHOUT_PLAN)
        ? plan(args, imageIds, call)
        : change(args, imageIds, call);
    },
  });

  return {
    ...declared,
    async runPlanned({ args, items: all, out }, call) {
      const isOut = new Set(out);
      const items = all.filter(({ image_id }) => !isOut.has(image_id));
      const wanted = items.filter(isToChange);
      const refusals = refusalsOf(items);
      return change(
        ownSchema.parse(args),
        wanted.map(({ image_id }) => image_id),
        call,
        {
          versions: new Map(wanted.map(({ image_id, version }) => [image_id, version])),
          unchanged: items.length - wanted.length - refusals.length,
          refusals,
        },
      );
    },
  };
}

/** Throws Refusal, and asks the owner. */
export function refuseUnlessAllowed(call: Call): void {
  const why = call.whyNoChanges();
  if (why === null) return;
  call.desk.askOwner(call.client);
  throw new Refusal(
    `Nothing was changed: ${why}. Repeating it does not help; ask the photographer, who sees the question in Safelight's page and tray.`,
  );
}

/** Characters of an answer. */
const ROOM = { refusals: 8_000, changes: 20_000 };

const isToChange = ({ refused, changes }: Outlook) => refused === null && changes.length > 0;

const refusalsOf = (items: readonly Outlook[]): Refused[] =>
  items.flatMap(({ image_id, refused, problems }) =>
    refused === null ? [] : [{ image_id, reason: refused, problems }],
  );

const changedSince = (now: readonly Outlook[], versions: ReadonlyMap<number, string>): Refused[] =>
  now.flatMap(({ image_id, version, refused, problems }) =>
    refused !== null
      ? [{ image_id, reason: refused, problems }]
      : version === versions.get(image_id)
        ? []
        : [{ image_id, reason: 'it was changed since the dry run' }],
  );

const toldOf = (refusals: readonly Refused[]) => ({
  refused: refusals.length,
  refusals: thatFit(refusals.slice(0, MOST_TOLD), { room: ROOM.refusals }).items,
});

/** As the API answers a change of many. */
export const doneOf = ({ change, changed, unchanged, failures, waits }: ChangeResult): Done => ({
  changes: change === null ? [] : [change],
  changed,
  unchanged,
  refusals: failures.map(({ id, reason }) => ({ image_id: id, reason })),
  waitingRejects: waits?.images ?? 0,
});
