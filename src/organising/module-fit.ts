import { layoutOf, moduleLayouts } from '../darktable/layouts.ts';
import { panelOf, panelRelease } from '../darktable/panels.ts';
import type { Row } from './row-changes.ts';

/** Whether steps can be used by the darktable of a library: a sentence when not. */
export interface ModuleFit {
  /** For a module, or a version of one, that this darktable does not know. */
  unknown: (step: Row) => string | null;
  /** Whatever the picture is. */
  obstacle: (step: Row) => string | null;
  /** For a picture that has no raw data. */
  rawObstacle: (step: Row) => string | null;
}

/** The releases whose libraries have a schema. In between, the older one is sure to be understood. */
function releasesOf(schemaVersion: number): readonly string[] {
  if (schemaVersion >= 57) return ['5.4.1', '5.6'];
  return [schemaVersion >= 56 ? '5.0.1' : '4.2.1'];
}

/** By the facts in assets/layouts and assets/panels. darktable itself skips such a step in silence (styles.c, dt_styles_apply_style_item). */
export function moduleFit(schemaVersion: number): ModuleFit {
  const rawOnly = new Set(
    panelOf(panelRelease(schemaVersion))
      .modules.filter(({ on_jpeg: onJpeg }) => onJpeg?.not_applicable === true)
      .map(({ operation }) => operation),
  );
  const releases = releasesOf(schemaVersion);
  const unknown = ({ operation, module }: Row): string | null => {
    const name = String(operation);
    const layouts = moduleLayouts(name);
    const known = releases.flatMap((release) => layouts?.current[release] ?? []);
    if (known.length === 0) return `The darktable of this library has no module ${name.slice(0, 40)}.`;
    const newest = Math.max(...known);
    const version = Number(module ?? 0n);
    return version > newest
      ? `Its ${name} is of a newer darktable: version ${version}, and the darktable of this library knows up to ${newest}.`
      : null;
  };
  return {
    unknown,
    obstacle(step) {
      const { operation, module, op_params: params } = step;
      const reason = unknown(step);
      if (reason !== null) return reason;
      const [name, version] = [String(operation), Number(module ?? 0n)];
      if (!Buffer.isBuffer(params) || params.length === 0) return `Its ${name} has no parameters.`;
      const layout = layoutOf(name, version);
      return layout && layout.size !== params.length
        ? `Its ${name} has ${params.length} bytes of parameters, but version ${version} has ${layout.size}.`
        : null;
    },
    rawObstacle: ({ operation, enabled }) =>
      enabled !== 0n && rawOnly.has(String(operation))
        ? `${String(operation)} works on raw data only, which this picture does not have.`
        : null,
  };
}
