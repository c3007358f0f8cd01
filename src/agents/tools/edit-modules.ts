import { z } from 'zod';
import { ApiError } from '../api.ts';
import { jsonText } from '../arguments.ts';
import { changeTool, type Done } from '../change-tool.ts';
import type { Outlook } from '../desk/desk.ts';
import { applyEdits, lookAt, type Edit } from '../module-edits.ts';
import { Refusal } from '../refusal.ts';

const own = {
  edits: z
    .array(
      z.strictObject({
        operation: z.string().max(20).describe('Name of the module, such as exposure'),
        instance: z.number().int().min(0).max(1_000).optional().describe('Default: the one edited last'),
        enabled: z.boolean().optional().describe('Default: as it is; a module that is added is on'),
        values: z
          .array(
            z.strictObject({
              field: z.string().max(60).describe('Such as exposure, or curve[0].x'),
              value: jsonText('A number, true, false, a word of the field, or a list as JSON'),
            }),
          )
          .max(100)
          .optional(),
      }),
    )
    .min(1)
    .max(20)
    .describe('One of each module and instance'),
};

export const editModules = changeTool({
  name: 'safelight_edit_modules',
  title: 'Edit develop modules',
  description:
    "Sets fields of develop modules in the history of images, several modules at once: of each image all of them, or none. What is not given stays. A module that an image does not have is added with darktable's defaults for it. Fields, units and ranges: safelight_describe_module. Wrong names and values are refused with what is allowed. Above 25 images it is only planned, unless dry_run is false; safelight_undo takes it back.",
  scopes: ['images:write', 'images:read', 'cache:refresh'],
  isIdempotent: true,
  own,
  most: 20,
  outlook: async ({ edits }, imageIds, call) => {
    refuseTwice(edits);
    const outlooks: Outlook[] = [];
    for (const image_id of imageIds) {
      const { version, changes, refused, problems } = await lookAt(call.api, image_id, edits);
      outlooks.push({ image_id, version, changes, refused, ...(problems.length > 0 && { problems }) });
    }
    return outlooks;
  },
  async carryOut({ edits }, imageIds, call) {
    refuseTwice(edits);
    const done: Required<Pick<Done, 'made'>> & Done = {
      changes: [],
      changed: 0,
      unchanged: 0,
      refusals: [],
      made: [],
    };
    for (const [at, image_id] of imageIds.entries()) {
      const stopped = at > 0 ? call.whyNoChanges() : null;
      if (stopped !== null) {
        done.refusals.push({ image_id, reason: stopped });
        continue;
      }
      const applied = await applyEdits(call.api, image_id, edits).catch((error: unknown) => {
        if (done.changed === 0 || !(error instanceof ApiError)) throw error;
        return error.detail;
      });
      if (typeof applied === 'string') {
        done.refusals.push(...imageIds.slice(at).map((id) => ({ image_id: id, reason: applied })));
        break;
      }
      const { stored, changes, refused, problems } = applied;
      done.changes.push(...stored);
      if (refused !== null) done.refusals.push({ image_id, reason: refused, ...(problems.length > 0 && { problems }) });
      else if (stored.length === 0) done.unchanged += 1;
      else {
        done.changed += 1;
        done.made.push({ image_id, changes });
      }
    }
    return done;
  },
});

function refuseTwice(edits: readonly Edit[]): void {
  const names = edits.map(({ operation, instance }) => `${operation} ${instance ?? ''}`);
  const twice = edits.filter((_, at) => names.indexOf(names[at]!) !== at);
  if (twice.length > 0)
    throw new Refusal('Nothing was changed: give each module once, with all its values.', {
      operations: twice.map(({ operation }) => operation),
    });
}
