import type { ChangeResult } from '../../contract/image-change.ts';
import type { PanelModule } from '../../contract/panel.ts';
import { layoutOf, moduleLayouts } from '../../darktable/layouts.ts';
import { factsOfRelease } from '../../darktable/release-facts.ts';
import { panelOf, panelRelease } from '../../darktable/panels.ts';
import { developState } from '../../library/develop-state.ts';
import { activeHistory, findModule, type HistoryRow } from '../../library/history.ts';
import type { Library } from '../../library/library.ts';
import { readWholeHistory } from '../../library/whole-history.ts';
import { noSuch } from '../../platform/complaints.ts';
import { AppError } from '../../platform/errors.ts';
import type { TriedStep } from '../../renderer/module-values.ts';
import type { ModuleValues } from '../../renderer/resident/protocol.ts';
import type { ResidentRenderer } from '../../renderer/resident/resident-renderer.ts';
import { generalDefaults } from '../rules/general-defaults.ts';
import type { StepValues } from '../rules/history-additions.ts';
import type { ModuleOrder } from '../rules/stored-history.ts';
import type { HistoryChange } from '../histories/plans.ts';
import { orderWith } from '../rules/module-order.ts';
import { entryEtag } from './module-entry.ts';
import { type NoiseOf, profiledValuesOf } from './noise-profile.ts';
import type { ChangesOfHistories } from '../histories/histories.ts';
import { pipeFacts } from '../rules/pipe-facts.ts';
import { isThere, presetsOf, type StoredPreset } from '../../library/presets.ts';

export interface ModuleStepsOptions {
  library: Pick<Library, 'read' | 'pictureFile'>;
  resident: Pick<ResidentRenderer, 'render'>;
  changes: { histories: Pick<ChangesOfHistories, 'change'> };
  noiseOf?: NoiseOf | undefined;
}

/** A module of an image, as far as its darktable and its library are known. */
interface Asked {
  imageId: number;
  operation: string;
  module: PanelModule;
  release: string;
  isRaw: boolean;
  /** The module's instances that are in the history, the newest last. */
  rows: readonly HistoryRow[];
  /** Their numbers. */
  instances: readonly number[];
  /** The order of modules with a further instance; undefined: it cannot be told. */
  orderWith: (instance: number) => ModuleOrder | undefined;
}

/** Throws if the history is another than the client knows. */
type Check = (() => Promise<void>) | undefined;

/** Flag of images (darktable's image.h). */
const RAW = 64;

/**
 * New steps of modules in histories, with darktable's own defaults for the picture: those of the resident darktable; without it those that hold
 * for every picture. Each throws `module_not_found` for a module that darktable does not have, `conflict` with the reason for one that
 * cannot be there, and what `changeHistories` throws.
 */
export class ModuleSteps {
  readonly #options: ModuleStepsOptions;

  constructor(options: ModuleStepsOptions) {
    this.#options = options;
  }

  /** Puts a module on top of the history, unless the image has it. */
  async put(imageId: number, operation: string, client: string, check?: Check): Promise<ChangeResult> {
    const asked = await this.#asked(imageId, operation);
    await check?.();
    if (asked.instances.length > 0) return UNCHANGED;
    const values = await this.#defaults(asked, 0);
    return this.#change(imageId, { do: 'put', operation, values }, client, check);
  }

  /** Adds a further instance: with the defaults, or with the parameters of another one. */
  async addInstance(
    imageId: number,
    operation: string,
    { from, name }: { from?: number | undefined; name?: string | undefined },
    client: string,
    check?: Check,
  ): Promise<ChangeResult> {
    const asked = await this.#asked(imageId, operation);
    if (asked.module.single_instance) throw refused(`darktable has only one instance of ${asked.module.name}.`);
    if (from !== undefined && !asked.instances.includes(from)) throw noInstance(operation, from);
    const isThere = asked.instances.length > 0;
    // What is copied, or there, needs no defaults.
    const first = isThere ? NO_VALUES : { ...(await this.#defaults(asked, 0)), enabled: false };
    const values = from === undefined ? await this.#defaults(asked, Math.max(0, ...asked.instances) + 1) : NO_VALUES;
    return this.#change(imageId, { do: 'instance', operation, from, name, values, first }, client, check);
  }

  /** Puts a preset on an instance; omitted: on the one with the newest step, or on the first one. Also throws `not_found` for the preset. */
  async applyPreset(
    imageId: number,
    operation: string,
    { name, instance }: { name: string; instance?: number | undefined },
    client: string,
    check?: Check,
  ): Promise<ChangeResult> {
    const asked = await this.#asked(imageId, operation);
    if (instance !== undefined && !asked.instances.includes(instance)) throw noInstance(operation, instance);
    const presets = await this.#options.library.read((reader) => presetsOf(reader, operation));
    const preset = presets.find((one) => one.name === name);
    if (!preset) throw noPreset(name, asked.module, presets);
    const values = await this.#presetValues(asked, preset, instance ?? asked.instances.at(-1) ?? 0);
    return this.#change(imageId, { do: 'apply', operation, instance, values }, client, check);
  }

  /**
   * An instance as its darktable converts it to its own version. One of that version is as it is.
   * `why`: why an older one is as it is, too.
   */
  async converted(imageId: number, operation: string, instance: number): Promise<{ row: HistoryRow; why?: string }> {
    const asked = await this.#asked(imageId, operation);
    const row = instanceIn(asked, instance);
    try {
      const values = await this.#conversion(asked, row);
      if (!values) return { row };
      const { version: module, ...rest } = values;
      return { row: { ...row, ...rest, module } };
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') return { row, why: error.message };
      throw error;
    }
  }

  /** Stores an instance as its darktable converts it (omitted: the one with the newest step), as a step on top: the picture stays as it is. */
  async convert(
    imageId: number,
    operation: string,
    { instance }: { instance?: number | undefined },
    client: string,
    check?: Check,
  ): Promise<ChangeResult> {
    const asked = await this.#asked(imageId, operation);
    const row = instanceIn(asked, instance);
    const values = await this.#conversion(asked, row);
    if (!values) return UNCHANGED;
    const change: HistoryChange = { do: 'apply', operation, instance: row.priority, values };
    return this.#change(imageId, change, client, async () => {
      await check?.();
      // Since it was converted.
      const { rows } = await this.#asked(imageId, operation);
      const present = findModule(rows, operation, row.priority);
      if (!present || entryEtag(present) !== entryEtag(row))
        throw refused(`${operation} was changed at the same moment. Try again.`);
    });
  }

  /** What darktable converts the instance to; null: it has the version of this darktable. */
  async #conversion(asked: Asked, row: HistoryRow): Promise<StepValues | null> {
    const { module: version, params, enabled, blendVersion, blendParams } = row;
    if (version === factsOfRelease(asked.release)?.modules[row.operation]?.version) return null;
    const what = `The parameters of ${asked.module.name} are of version ${version}`;
    // darktable converts without looking at the size, and would read what is behind.
    if (layoutOf(row.operation, version)?.size !== params.length)
      throw refused(`${what}, which Safelight does not know, or damaged.`);
    const values = await this.#converted(asked, { version, params, enabled, blendVersion, blendParams }, what);
    return values.version === version ? null : values;
  }

  async #change(imageId: number, change: HistoryChange, client: string, check: Check): Promise<ChangeResult> {
    const result = await this.#options.changes.histories.change([imageId], change, client, { check });
    const [failure] = result.failures;
    if (failure) throw refused(failure.reason);
    return result;
  }

  /** Throws when darktable would not let its user add the module. */
  async #asked(imageId: number, operation: string): Promise<Asked> {
    const { schema, isRaw, history, order } = await readWholeHistory(this.#options.library, imageId, (reader) => ({
      schema: reader.schema.version,
      isRaw: reader.get(`SELECT 1 FROM images WHERE id = :id AND (flags & ${RAW}) <> 0`, { id: imageId }) !== undefined,
      history: activeHistory(reader, imageId),
      order: developState(reader, imageId)?.order ?? null,
    }));
    const release = panelRelease(schema);
    const module = knownModule(operation, release);
    const rows = history.filter((row) => row.operation === operation);
    const instances = rows.map(({ priority }) => priority);
    // What an image has already may stay, and change.
    if (instances.length === 0) refuseNew(module, isRaw);
    const facts = pipeFacts(schema);
    const own = order ?? facts.firstOrder(isRaw);
    return {
      imageId,
      operation,
      module,
      release,
      isRaw,
      rows,
      instances,
      orderWith: (instance) => orderWith(own, [{ operation, instance }], facts),
    };
  }

  /** The defaults of an instance, switched on. */
  async #defaults(asked: Asked, instance: number): Promise<StepValues> {
    const told = await this.#values(asked, instance);
    if ('value' in told) {
      const { isApplicable, defaultParams, defaultBlendParams, version, blendVersion } = told.value;
      if (isApplicable === false) throw refused(doesNothing(asked.module, asked.isRaw));
      if (defaultParams === null)
        throw refused(
          `The defaults of ${asked.module.name} depend on darktable's noise profiles, which were not found. Switch it on in darktable once.`,
        );
      return {
        version,
        params: bytes(defaultParams),
        enabled: true,
        blendVersion,
        blendParams: bytes(defaultBlendParams),
      };
    }
    const general = generalDefaults(asked.operation, asked.release);
    if (general) return general;
    throw refused(
      `The defaults of ${asked.module.name} depend on the picture, and only darktable can tell them: ${told.why}. Switch it on in darktable.`,
    );
  }

  /** As they stand in data.db; those of older versions as darktable converts them. */
  async #presetValues(asked: Asked, preset: StoredPreset, instance: number): Promise<StepValues> {
    const { operation, module, release } = asked;
    const enabled = preset.enabled !== 0;
    const {
      op_version: version,
      op_params: params,
      blendop_version: blendVersion,
      blendop_params: blendParams,
    } = preset;
    const blending = isThere(blendParams) ? { blendVersion, blendParams } : null;
    if (!isThere(params)) return { ...(await this.#defaults(asked, instance)), ...blending, enabled };
    const told = await this.#values(asked, instance);
    const value = 'value' in told ? told.value : null;
    if (value?.isApplicable === false) throw refused(doesNothing(module, asked.isRaw));
    const current = value?.version ?? factsOfRelease(release)?.modules[operation]?.version;
    if (current === undefined || version > current)
      throw refused(
        `The preset ${preset.name} is of a newer darktable: it needs version ${version} of ${module.name}.`,
      );
    // darktable converts without looking at the size, and would read what is behind.
    const size = layoutOf(operation, version)?.size ?? (version === value?.version ? bytes(value.params).length : null);
    if (size !== params.length)
      throw refused(
        size === null
          ? `The preset ${preset.name} is of version ${version} of ${module.name}, whose parameters Safelight does not know.`
          : `The preset ${preset.name} is damaged: it has ${params.length} bytes of parameters instead of ${size}.`,
      );
    const own = value && { blendVersion: value.blendVersion, blendParams: bytes(value.defaultBlendParams) };
    const stored = { version, params, enabled, ...(blending ?? own ?? { blendVersion: 0, blendParams: null }) };
    const what = `The preset ${preset.name} is of an older version of ${module.name}`;
    return version === current ? stored : this.#converted(asked, stored, what);
  }

  /** darktable leaves a step that it cannot convert out, so the module is as it is by default then. `what`: for people, what is to be converted. */
  async #converted(asked: Asked, values: StepValues, what: string): Promise<StepValues> {
    const { imageId, operation } = asked;
    const because = (why: string) => refused(`${what}, which only darktable can convert: ${why}.`);
    const first = await this.#values(asked, 0);
    if ('why' in first) throw because(first.why);
    const enabled = !first.value.isOnByDefault;
    const { version, params, blendVersion, blendParams } = values;
    const step = { operation, module: version, params, blendVersion, blendParams, enabled, priority: 0, name: '' };
    const told = await profiledValuesOf(this.#options, imageId, operation, { step, isAlone: true });
    if ('why' in told) throw because(told.why);
    const value = told.values.find((one) => one.instance === 0);
    // One that darktable never switches off has at least other parameters than by default.
    if (!value || (value.isEnabled !== enabled && value.params === value.defaultParams)) throw because('it does not');
    return {
      version: value.version,
      params: bytes(value.params),
      enabled: values.enabled,
      blendVersion: value.blendVersion,
      blendParams: bytes(value.blendParams),
    };
  }

  /** What darktable has of an instance, which need not be there. */
  async #values(asked: Asked, instance: number): Promise<{ value: ModuleValues } | { why: string }> {
    const tell = async (of: number, tried: TriedStep | null) => {
      const told = await profiledValuesOf(this.#options, asked.imageId, asked.operation, tried);
      if ('why' in told) return told;
      const value = told.values.find((one) => one.instance === of);
      return value ? { value } : { why: 'this darktable does not have the module' };
    };
    const first = await tell(0, null);
    if (instance === 0 || 'why' in first) return first;
    const { operation, version, params, blendParams, blendVersion } = first.value;
    const step = { operation, module: version, params: bytes(params), blendParams: bytes(blendParams), blendVersion };
    return tell(instance, {
      step: { ...step, enabled: true, priority: instance, name: String(instance) },
      order: asked.orderWith(instance) ?? null,
    });
  }
}

const UNCHANGED: ChangeResult = { change: null, changed: 0, unchanged: 1, failed: 0, failures: [] };
/** Of a step that is not made. */
const NO_VALUES: StepValues = {
  version: 0,
  params: Buffer.alloc(0),
  enabled: true,
  blendVersion: 0,
  blendParams: null,
};

const noInstance = (operation: string, instance: number) =>
  new AppError('module_not_found', `${operation}, instance ${instance}, is not in the history of this image.`);

function instanceIn({ operation, rows }: Asked, instance?: number): HistoryRow {
  const row = findModule(rows, operation, instance);
  if (row) return row;
  throw instance === undefined
    ? new AppError('module_not_found', `${operation} is not in the history of this image.`)
    : noInstance(operation, instance);
}

function noPreset(name: string, module: PanelModule, presets: readonly StoredPreset[]): AppError {
  const names = presets.map((one) => one.name);
  const what = names.length === 0 ? `no preset of ${module.name}` : noSuch('preset', name.slice(0, 100), names);
  return new AppError('not_found', `There is ${what}.`);
}

const refused = (why: string) => new AppError('conflict', why);
const bytes = (base64: string) => Buffer.from(base64, 'base64');
const doesNothing = ({ name }: PanelModule, isRaw: boolean) =>
  isRaw ? `${name} does nothing for this picture.` : `${name} does nothing for this picture: it is for raw files.`;

/** Throws `conflict` for a module that darktable would not let its user switch on. */
function refuseNew(module: PanelModule, isRaw: boolean): void {
  if (module.deprecated === true)
    throw refused(`${module.name} is deprecated: darktable only shows it where it is in use.`);
  if (module.never_shown === true)
    throw refused(`${module.name} is not a module that darktable lets anybody switch on.`);
  const isOff = isRaw ? module.not_applicable : (module.on_jpeg?.not_applicable ?? module.not_applicable);
  if (isOff === true) throw refused(doesNothing(module, isRaw));
}

/** Throws `module_not_found`. */
function knownModule(operation: string, release: string): PanelModule {
  const { modules } = panelOf(release);
  const module = modules.find((one) => one.operation === operation);
  if (module) return module;
  if (moduleLayouts(operation))
    throw new AppError('module_not_found', `darktable ${release} does not have the module ${operation}.`);
  const names = modules.map((one) => one.operation);
  throw new AppError('module_not_found', `There is ${noSuch('module', operation.slice(0, 40), names)}.`);
}
