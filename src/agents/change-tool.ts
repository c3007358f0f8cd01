import { z } from 'zod';
import { imageFields, imagesOf } from './images-of.ts';
import type { Outlook } from './desk/desk.ts';
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
  refusals: { image_id: number; reason: string }[];
}

interface ChangeDeclaration<Own extends z.ZodRawShape> extends Pick<
  Tool,
  'name' | 'title' | 'description' | 'scopes' | 'isIdempotent'
> {
  own: Own;
  /** Images of one request: rights that are taken away stop the work between two of them. */
  piece: number;
  /** Reads only. Throws Refusal or ApiError when it can be done to no picture. */
  outlook: (own: z.output<z.ZodObject<Own>>, imageIds: readonly number[], call: Call) => Promise<Outlook[]>;
  /** Changes a piece. Pictures that it could not change are in `refusals`. */
  carryOut: (own: z.output<z.ZodObject<Own>>, imageIds: readonly number[], call: Call) => Promise<Done>;
}

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

export const changeOutput = z.object({
  summary: z.string(),
  asked: z.number().int().optional(),
  changed: z.number().int().optional(),
  unchanged: z.number().int().optional().describe('Were already so'),
  refused: z.number().int().optional(),
  refusals: z
    .array(z.object({ image_id: z.number().int(), reason: z.string() }))
    .optional()
    .describe(`The first ${MOST_TOLD}`),
  change_id: z.string().optional().describe('For safelight_undo'),
  plan: z.string().optional().describe('For safelight_run_plan'),
  plan_url: z.string().optional().describe('The page on which the photographer sees the plan'),
  would_change: z
    .array(
      z.object({
        image_id: z.number().int(),
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    )
    .optional()
    .describe(`Of a dry run: the first ${MOST_TOLD}`),
  job: z.string().optional().describe('It goes on: ask safelight_jobs'),
});

/** A changing tool as the plans need it, too: `carryOut` for pictures that were looked at before. */
export interface ChangeTool extends Tool {
  runPlanned(args: Readonly<Record<string, unknown>>, items: readonly Outlook[], call: Call): Promise<Answer>;
}

/** Declares a tool that changes pictures: dry run, plan, cap and pieces are the same for all of them. */
export function changeTool<const Own extends z.ZodRawShape>(declaration: ChangeDeclaration<Own>): ChangeTool {
  const { own, piece, outlook, carryOut, name, title, description, scopes, isIdempotent } = declaration;
  const ownSchema = z.strictObject(own);
  const ownOf = (input: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(own, key))) as z.output<z.ZodObject<Own>>;

  const inPieces = async (args: z.output<z.ZodObject<Own>>, imageIds: readonly number[], call: Call): Promise<Done> => {
    const done: Done = { changes: [], changed: 0, unchanged: 0, refusals: [] };
    for (let from = 0; from < imageIds.length; from += piece) {
      const images = imageIds.slice(from, from + piece);
      const stopped = call.signal.aborted ? 'it was stopped before' : call.whyNoChanges();
      if (stopped !== null) {
        done.refusals.push(...imageIds.slice(from).map((image_id) => ({ image_id, reason: stopped })));
        break;
      }
      try {
        const part = await carryOut(args, images, call);
        done.changes.push(...part.changes);
        done.changed += part.changed;
        done.unchanged += part.unchanged;
        done.refusals.push(...part.refusals);
      } catch (error) {
        // What was done stays done, and is told.
        if (from === 0) throw error;
        const reason = error instanceof Error ? error.message : 'it failed';
        done.refusals.push(...imageIds.slice(from).map((image_id) => ({ image_id, reason })));
        break;
      }
      call.progress(Math.min(from + piece, imageIds.length), imageIds.length);
    }
    return done;
  };

  const change = async (
    args: z.output<z.ZodObject<Own>>,
    imageIds: readonly number[],
    before: Done['refusals'],
    call: Call,
  ): Promise<Answer> => {
    const why = call.whyNoChanges();
    if (why !== null) {
      call.desk.askOwner(call.client);
      throw new Refusal(
        `Nothing was changed: ${why}. Repeating it does not help; ask the photographer, who sees the question in Safelight's page and tray.`,
      );
    }
    const left = call.desk.picturesLeft(call.client);
    if (imageIds.length > left)
      throw new Refusal(
        `Nothing was changed: within an hour, this client may change ${call.desk.rights().picturesPerHour} pictures, of which ${left} are left. ${imageIds.length} were asked for. The photographer can raise it in the settings.`,
        { pictures_left: left },
      );
    const done = await inPieces(args, imageIds, call);
    const { changed, unchanged } = done;
    const refusals = [...before, ...done.refusals];
    const asked = changed + unchanged + refusals.length;
    const kept =
      done.changes.length > 0
        ? call.desk.keepChange({ client: call.client, tool: name, changes: done.changes, pictures: changed })
        : null;
    return {
      summary: `${changed > 0 ? `Changed ${changed}` : 'Nothing was changed: 0 changed'}, unchanged ${unchanged}, refused ${refusals.length}, of ${asked} asked for.`,
      data: {
        asked,
        changed,
        unchanged,
        refused: refusals.length,
        refusals: refusals.slice(0, MOST_TOLD),
        change_id: kept ? `a${kept.id}` : undefined,
      },
    };
  };

  const plan = async (args: z.output<z.ZodObject<Own>>, imageIds: readonly number[], call: Call): Promise<Answer> => {
    const items = await outlook(args, imageIds, call);
    const refusals = items.flatMap(({ image_id, refused }) =>
      refused === null ? [] : [{ image_id, reason: refused }],
    );
    const changing = items.filter(({ refused, changes }) => refused === null && changes.length > 0);
    const unchanged = items.length - refusals.length - changing.length;
    const kept = changing.length > 0 ? call.desk.makePlan({ client: call.client, tool: name, args, items }) : null;
    const outcome = `${changing.length} would be changed, ${unchanged} are already so, ${refusals.length} would be refused, of ${items.length} asked for.`;
    return {
      summary: `Nothing was changed yet: this was a dry run. ${outcome}${kept ? ' Show the photographer `plan_url`; safelight_run_plan does it.' : ''}`,
      data: {
        asked: items.length,
        changed: 0,
        unchanged,
        refused: refusals.length,
        refusals: refusals.slice(0, MOST_TOLD),
        would_change: changing.slice(0, MOST_TOLD).map(({ image_id, changes }) => ({ image_id, changes })),
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
        : change(args, imageIds, [], call);
    },
  });

  return {
    ...declared,
    async runPlanned(stored, items, call) {
      const args = ownSchema.parse(stored) as z.output<z.ZodObject<Own>>;
      const wanted = items.filter(({ refused, changes }) => refused === null && changes.length > 0);
      const now = new Map(
        (
          await outlook(
            args,
            wanted.map(({ image_id }) => image_id),
            call,
          )
        ).map((each) => [each.image_id, each]),
      );
      const refusals = wanted.flatMap(({ image_id, version }) => {
        const found = now.get(image_id);
        if (found?.version === version && found.refused === null) return [];
        return [{ image_id, reason: found?.refused ?? 'it was changed since the dry run' }];
      });
      const refused = new Set(refusals.map(({ image_id }) => image_id));
      const left = wanted.map(({ image_id }) => image_id).filter((id) => !refused.has(id));
      return change(args, left, refusals, call);
    },
  };
}
