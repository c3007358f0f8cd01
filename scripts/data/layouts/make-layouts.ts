/**
 * Makes assets/layouts/ and assets/blending.json from a file of facts about darktable's parameter structs:
 *   node scripts/data/layouts/make-layouts.ts FACTS.json
 * One readable file a module. The facts were read from darktable's own introspection tables (4.2.1, 5.0.1, 5.4.1) and
 * compiled sources; docs/module-layouts.md has the grammar. What the facts do not say and people need is added here: labels for people, and which
 * parts are opaque (data that means something only to the module, or ids of other rows).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Field {
  name: string;
  type: string;
  label?: string;
  opaque?: boolean;
  description?: string;
  fields?: Field[];
  [key: string]: unknown;
}
interface Facts {
  modules: Record<
    string,
    { label: string; versions: Record<string, { fields: Field[]; [key: string]: unknown }>; [key: string]: unknown }
  >;
  blendop: { versions: Record<string, { fields: Field[]; [key: string]: unknown }> };
}

/** Fields whose bytes have no names: compressed tables, histograms, ids of forms and images. */
const OPAQUE: Record<string, RegExp> = {
  lut3d: /^c_clut$/,
  retouch: /^formid$/,
  spots: /^clone_id$/,
  overlay: /^(imgid|dummy\d|.*tail.*)$/,
  colortransfer: /^(hist|mean|var|n)$/,
  colormapping: /^(source|target)_/,
};

const file = process.argv[2];
if (file === undefined) throw new Error('Which file of facts? node scripts/data/layouts/make-layouts.ts FACTS.json');
const facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
const target = join(import.meta.dirname, '../../..', 'assets', 'layouts');
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

function forPeople(field: Field, operation: string): Field {
  const { name, type, description, fields, ...rest } = field;
  return {
    name,
    label: description ?? name.replaceAll('_', ' ').trim(),
    type,
    ...(OPAQUE[operation]?.test(name) ? { opaque: true } : {}),
    ...rest,
    ...(fields ? { fields: fields.map((inner) => forPeople(inner, operation)) } : {}),
  };
}

/** One field per line, so that the diff of a layout shows the field that changed. */
function render(module: Record<string, unknown> & { versions: Record<string, { fields: Field[] }> }): string {
  const { versions, ...head } = module;
  const lines = Object.entries(versions).map(([version, { fields, ...layout }]) => {
    const rows = fields.map((field) => `        ${JSON.stringify(field)}`).join(',\n');
    return `    "${version}": {\n${entries(layout, '      ')},\n      "fields": [\n${rows}\n      ]\n    }`;
  });
  // Newest first; an object with numeric keys would not keep that order.
  return `{\n${entries(head, '  ')},\n  "versions": {\n${lines.reverse().join(',\n')}\n  }\n}\n`;
}
const entries = (object: object, indent: string) =>
  Object.entries(object)
    .map(([key, value]) => `${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(',\n');

const described = (operation: string, versions: Facts['blendop']['versions']) =>
  Object.fromEntries(
    Object.entries(versions).map(([version, layout]) => [
      version,
      { ...layout, fields: layout.fields.map((field) => forPeople(field, operation)) },
    ]),
  );

for (const [operation, module] of Object.entries(facts.modules)) {
  const versions = described(operation, module.versions);
  writeFileSync(join(target, `${operation}.json`), render({ operation, ...module, versions }));
}
// The parameters of blending and masks, which every step may have beside those of its module.
const blending = {
  operation: 'blending',
  label: 'blending',
  current: {},
  versions: described('blending', facts.blendop.versions),
};
writeFileSync(join(target, '..', 'blending.json'), render(blending));
console.log(
  `${Object.keys(facts.modules).length} modules, ${Object.values(facts.modules).reduce((sum, { versions }) => sum + Object.keys(versions).length, 0)} layouts`,
);
