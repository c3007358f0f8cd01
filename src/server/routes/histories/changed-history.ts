/** What the routes that change the history of one image have in common. */
import { ImageHistory, type HistoryStep } from '../../../contract/history.ts';
import { changedHistoryHeaders } from '../../routing/answers.ts';

/** A step for examples. */
export const exampleStep: HistoryStep = {
  num: 0,
  operation: 'exposure',
  label: 'exposure',
  multi_priority: 0,
  multi_name: '',
  module_version: 6,
  enabled: true,
  in_force: true,
  time: null,
};

/** `end`: how many of the steps in the example are in force. */
export const changedHistory = (
  steps: readonly HistoryStep[],
  { description = 'The history as it is now.', end = steps.length } = {},
) => ({
  200: {
    description,
    json: ImageHistory,
    headers: changedHistoryHeaders,
    example: { image_id: 4711, end, steps: Array.from(steps) },
  },
});

export const changedHistoryErrors = [
  'read_only',
  'precondition_failed',
  'db_write_error',
  'library_unavailable',
] as const;
export const changedModuleErrors = [...changedHistoryErrors, 'module_not_found', 'conflict'] as const;

/** The end of their descriptions. */
export const anytime =
  ' While darktable is open its plugin does it. `POST /changes/{changeId}/undo` with the number in `X-Change` takes it back.';
