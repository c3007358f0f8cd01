import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bridgeStyle, BRIDGE_STYLE_NAME } from '../darktable/bridge-style.ts';
import { exposureParams } from './pictures/params.ts';
import { luaString } from './real-darktable.ts';

/** Lua that adds one stop of exposure to an image, the way the plugin stores an edit. The style file is written to `folder`. */
export async function moreExposure(folder: string, id: number): Promise<string> {
  const file = join(folder, 'exposure.dtstyle');
  const step = { operation: 'exposure', module: 6, enabled: true, params: exposureParams(1), priority: 0, name: '' };
  await writeFile(file, bridgeStyle({ ...step, blendParams: null, blendVersion: 11 }));
  return `darktable.styles.import(${luaString(file)})
    for _, style in ipairs(darktable.styles) do
      if style.name == ${luaString(BRIDGE_STYLE_NAME)} then
        darktable.styles.apply(style, darktable.database.get_image(${id}))
        style:delete()
        break
      end
    end`;
}
