import type { ModuleEntry, ModulePatch } from '../../api/modules.ts';
import type { Render } from '../../api/render.ts';

export type Instance = Pick<ModuleEntry, 'operation' | 'multi_priority'>;

/** Names one change until it is stored or refused. */
export type ChangeToken = symbol;

interface Change {
  token: ChangeToken;
  module: Instance;
  patch: ModulePatch;
}

/** What the hand has changed and the library does not know yet, oldest first. */
export class UnstoredChanges {
  /** The change that the hand is still making. */
  readonly #moving = Symbol('moving');
  #changes: Change[] = [];

  get isEmpty(): boolean {
    return this.#changes.length === 0;
  }

  get isMoving(): boolean {
    return this.#changes.some(({ token }) => token === this.#moving);
  }

  /** The hand moves; null: it has given up. */
  move(module: Instance, patch: ModulePatch | null): void {
    this.remove(this.#moving);
    if (patch !== null) this.#changes.push({ token: this.#moving, module, patch });
  }

  /** The hand has lifted: this is being stored. */
  add(module: Instance, patch: ModulePatch): ChangeToken {
    this.remove(this.#moving);
    const token = Symbol(module.operation);
    this.#changes.push({ token, module, patch });
    return token;
  }

  remove(token: ChangeToken): void {
    this.#changes = this.#changes.filter((change) => change.token !== token);
  }

  /**
   * For a request. It can name one instance of a module only: that of the newest change. The others follow when they are stored, a moment
   * later.
   */
  modules(): NonNullable<Render['modules']> {
    const modules: NonNullable<Render['modules']> = {};
    for (const { module, patch } of this.#changes) {
      const { operation, multi_priority: instance } = module;
      const earlier = modules[operation]?.instance === instance ? modules[operation] : {};
      const params = { ...earlier.params, ...patch.params };
      const blend = { ...earlier.blend, ...patch.blend };
      modules[operation] = {
        ...earlier,
        ...patch,
        instance,
        ...(Object.keys(params).length > 0 && { params }),
        ...(Object.keys(blend).length > 0 && { blend }),
      };
    }
    return modules;
  }
}
