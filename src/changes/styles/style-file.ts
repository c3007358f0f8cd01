import { blobText } from '../../darktable/blob-text.ts';

/** A style as a `.dtstyle` file has it. */
export interface StyleContent {
  /** Full name, with `|` between the branches. */
  name: string;
  description: string;
  /** The order of modules, `rawprepare,0,…`; null: it does not set one. */
  order: string | null;
  items: readonly StyleStep[];
}

/** One instance of a module, as a row of `style_items`. */
export interface StyleStep {
  num: number;
  /** Version of the parameters. */
  module: number;
  operation: string;
  params: Buffer;
  enabled: boolean;
  blendParams: Buffer;
  blendVersion: number;
  /** Instance number. */
  priority: number;
  /** Instance name. */
  name: string;
  /** null: the darktable of the library does not tell (4.2). */
  nameIsTyped: boolean | null;
}

/** The file that darktable exports for a style (styles.c, dt_styles_save_to_file). */
export function styleFile({ name, description, order, items }: StyleContent): string {
  const info = elements([
    ['name', name],
    ['description', description],
    ...(order === null ? [] : [['iop_list', order] as const]),
  ]);
  const plugins = items.map((item) => `<plugin>${elements(fieldsOf(item))}</plugin>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<darktable_style version="1.0"><info>${info}</info><style>${plugins}</style></darktable_style>
`;
}

type Field = readonly [name: string, value: string | number];

const fieldsOf = (item: StyleStep): Field[] => [
  ['num', item.num],
  ['module', item.module],
  ['operation', item.operation],
  ['op_params', blobText(item.params, 'xmp')],
  ['enabled', item.enabled ? 1 : 0],
  ['blendop_params', blobText(item.blendParams, 'xmp')],
  ['blendop_version', item.blendVersion],
  ['multi_priority', item.priority],
  ['multi_name', item.name],
  ...(item.nameIsTyped === null ? [] : [['multi_name_hand_edited', item.nameIsTyped ? 1 : 0] as const]),
];

const elements = (fields: readonly Field[]) =>
  fields.map(([name, value]) => `<${name}>${xmlText(String(value))}</${name}>`).join('');

/** Characters that XML 1.0 does not allow are removed. */
const xmlText = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- these very characters
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"\r]/g, (character) => entities[character]!);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
