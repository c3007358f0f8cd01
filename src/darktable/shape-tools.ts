import type { ShapeTool } from '../contract/masks.ts';

/** dt_iop_retouch_algo_type_t; spots.c: DT_SPOTS_ALGO_CLONE, …HEAL. */
const RETOUCH_TOOLS: Readonly<Record<number, ShapeTool>> = { 1: 'clone', 2: 'heal', 3: 'blur', 4: 'fill' };
const SPOT_TOOLS: Readonly<Record<number, ShapeTool>> = { 1: 'clone', 2: 'heal' };
/** dt_iop_retouch_params_t: 300 forms of 44 bytes (version 2 and 3). dt_iop_spots_params_t, version 2: 64 numbers, then what is done with each. */
const [FORMS, FORM_BYTES, SPOTS] = [300, 44, 64];

/** What retouch and spot removal do within each shape, by its number. */
export function shapeTools({
  operation,
  module,
  params,
}: {
  operation: string;
  /** Version of the parameters. */
  module: number;
  params: Uint8Array | null;
}): Map<number, ShapeTool> {
  const tools = new Map<number, ShapeTool>();
  if (!params) return tools;
  const view = new DataView(params.buffer, params.byteOffset, params.byteLength);
  const note = (id: number, tool: ShapeTool | undefined) => id !== 0 && tool && tools.set(id, tool);
  if (operation === 'retouch' && module >= 2 && params.length >= FORMS * FORM_BYTES)
    for (let at = 0; at < FORMS * FORM_BYTES; at += FORM_BYTES)
      note(view.getInt32(at, true), RETOUCH_TOOLS[view.getInt32(at + 8, true)]);
  if (operation === 'spots' && module === 2 && params.length >= SPOTS * 8)
    for (let k = 0; k < SPOTS; k++) note(view.getInt32(k * 4, true), SPOT_TOOLS[view.getInt32((SPOTS + k) * 4, true)]);
  return tools;
}
