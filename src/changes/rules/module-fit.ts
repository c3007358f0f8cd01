import { layoutOf, moduleLayouts } from '../../darktable/layouts.ts';
import { panelOf, panelRelease } from '../../darktable/panels.ts';
import { factsOfLibrary } from '../../darktable/release-facts.ts';
import type { Row } from '../writing/row-changes.ts';

/** Whether steps can be used by the darktable of a library: a sentence when not. */
export interface ModuleFit {
  /** For a module, or a version of one, that this darktable does not know. */
  unknown: (step: Row) => string | null;
  /** Whatever the picture is. */
  obstacle: (step: Row) => string | null;
  /** For a picture that has no raw data. */
  rawObstacle: (step: Row) => string | null;
}

/** By what is known of the release. darktable itself skips such a step in silence (styles.c, dt_styles_apply_style_item). */
export function moduleFit(schemaVersion: number): ModuleFit {
  const rawOnly = new Set(
    panelOf(panelRelease(schemaVersion))
      .modules.filter(({ on_jpeg: onJpeg }) => onJpeg?.not_applicable === true)
      .map(({ operation }) => operation),
  );
  const { modules, release } = factsOfLibrary(schemaVersion);
  const newestVersion = (operation: string) => {
    const own = modules[operation]?.version ?? null;
    // Where the installed darktable cannot be asked, the library may also be one of 5.6, which has the same schema.
    const later = release === '5.4.1' ? (moduleLayouts(operation)?.current['5.6'] ?? null) : null;
    return own === null || later === null ? (own ?? later) : Math.max(own, later);
  };
  const unknown = ({ operation, module }: Row): string | null => {
    const name = String(operation);
    const newest = newestVersion(name);
    if (newest === null) return `The darktable of this library has no module ${name.slice(0, 40)}.`;
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
