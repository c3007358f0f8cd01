import { StyleDescription, StyleName } from '../../contract/styles.ts';
import { blobsOf } from '../../darktable/blob-text.ts';
import { AppError } from '../../platform/errors.ts';
import { NotUnderstood, readXmp, type XmpElement } from '../../sidecars/xmp-tree.ts';
import type { StyleContent, StyleStep } from './style-file.ts';
import { placesInList } from '../rules/order-list.ts';

const MOST_STEPS = 500;
/** Elements and attributes: a module has some thirteen. */
const MOST_PARTS = 20 * MOST_STEPS;
/** Of the list of modules. darktable's own has 2 kB. */
const LONGEST_ORDER = 64 * 1024;
/** Of all parameters together, once unpacked. The largest module has 26 kB. */
const MOST_BYTES = 4 * 1024 * 1024;

const refused = (what: string) => new AppError('invalid_body', `This is not a style that can be used: ${what}.`);

/**
 * The style in a `.dtstyle` file of any darktable since 2.0. Throws `invalid_body` with the reason. The parser takes no DOCTYPE, so a file has no
 * entities of its own, and what is unpacked is limited.
 */
export function parsedStyle(text: string): StyleContent {
  const root = treeOf(text);
  if (root.local !== 'darktable_style') throw refused('its root element is not darktable_style');
  const info = child(root, 'info');
  const style = child(root, 'style');
  if (!info || !style) throw refused(`the element ${info ? 'style' : 'info'} is missing`);
  const name = StyleName.safeParse(child(info, 'name')?.text ?? '');
  if (!name.success) throw refused(`its name ${name.error.issues[0]!.message}`);
  const description = StyleDescription.safeParse(child(info, 'description')?.text ?? '');
  if (!description.success) throw refused(`its description ${description.error.issues[0]!.message}`);
  const order = child(info, 'iop_list')?.text.trim() ?? '';
  if (order.length > LONGEST_ORDER) throw refused('its order of modules is too long');
  if (order !== '' && !placesInList(order)) throw refused('its order of modules cannot be read');
  const plugins = style.children.filter(({ local }) => local === 'plugin');
  if (plugins.length === 0) throw refused('it has no modules');
  if (plugins.length > MOST_STEPS) throw refused(`it has more than ${MOST_STEPS} modules`);
  let bytes = 0;
  const items = plugins.map((plugin) => {
    const step = stepOf(plugin);
    bytes += step.params.length + step.blendParams.length;
    if (bytes > MOST_BYTES) throw refused(`its parameters are larger than ${MOST_BYTES} bytes`);
    return step;
  });
  return { name: name.data, description: description.data, order: order === '' ? null : order, items };
}

function treeOf(text: string): XmpElement {
  try {
    return readXmp(text, MOST_PARTS);
  } catch (error) {
    if (error instanceof NotUnderstood) throw refused(error.message);
    throw error;
  }
}

const child = (element: XmpElement, name: string) => element.children.find(({ local }) => local === name);

function stepOf(plugin: XmpElement): StyleStep {
  const textOf = (name: string) => child(plugin, name)?.text ?? '';
  const operation = textOf('operation');
  if (!/^[a-z\d_]{1,19}$/.test(operation)) throw refused('the operation of a module is missing or not valid');
  const number = (name: string, otherwise?: number): number => {
    const text = textOf(name).trim();
    if (text === '' && otherwise !== undefined) return otherwise;
    if (!/^\d{1,6}$/.test(text)) throw refused(`${name} of ${operation} is not a whole number`);
    return Number(text);
  };
  const blob = (name: string): Buffer => {
    const [bytes] = blobsOf(textOf(name), 'xmp');
    if (!bytes) throw refused(`${name} of ${operation} cannot be read`);
    return Buffer.from(bytes);
  };
  const name = textOf('multi_name');
  if (name.length > 127) throw refused(`multi_name of ${operation} is longer than 127 characters`);
  return {
    num: number('num', 0),
    module: number('module'),
    operation,
    params: blob('op_params'),
    enabled: number('enabled') !== 0,
    blendParams: blob('blendop_params'),
    blendVersion: number('blendop_version', 0),
    priority: number('multi_priority', 0),
    name,
    nameIsTyped: child(plugin, 'multi_name_hand_edited') ? number('multi_name_hand_edited') !== 0 : null,
  };
}
