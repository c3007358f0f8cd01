/** The grammar of the files in facts/, as far as they are read here; docs/panels.md explains each part. */

type Condition = { in: number[]; note?: string } & ({ field: string } | { control: string });
type Conditions = Condition[] | { any: Condition[][] };

export interface FactControl {
  kind: string;
  label?: string;
  labelFrom?: 'shortcut';
  offset?: number;
  alsoSets?: string[];
  computed?: string;
  storedAs?: { field: string; times?: number; plus?: number };
  samples?: [number, number][];
  setsTo?: number;
  default?: number | null;
  step?: number | null;
  offset_shown?: number;
  noFill?: boolean;
  defaultIndex?: number;
  tabsHidden?: boolean;
  shownWhen?: Conditions;
  enabledWhen?: Conditions;
  [name: string]: unknown;
}

export interface FactModule {
  name: string;
  aliases?: string;
  groups: string[];
  version: number;
  pipeOrder: number;
  alwaysOn: boolean;
  notApplicable?: boolean;
  defaultEnabled: boolean;
  autoApplied?: Record<string, number>;
  singleInstance: boolean;
  deprecated?: boolean;
  neverShown?: boolean;
  blending: boolean;
  noMasks?: boolean;
  guides?: boolean;
  onJpeg?: { alwaysOn?: boolean; defaultEnabled?: boolean; notApplicable?: boolean; autoApplied?: boolean };
  defaultGroups: string[];
  controls: FactControl[];
}

interface FactGroup {
  name: string;
  icon?: string;
  modules: string[];
}

export interface Facts {
  version: string;
  layout: string;
  layouts: Record<string, FactGroup[]>;
  groups: FactGroup[];
  quickAccess: string[];
  blending: Record<'raw' | 'lab' | 'rgb', { version: number; controls: FactControl[] }>;
  modules: Record<string, FactModule>;
}

export const RELEASES = ['4.2.1', '5.4.1'] as const;

/** A language's words of each release: by module, and for `_groups` and `_blending`, the English text and its translation. */
export type Labels = Record<(typeof RELEASES)[number], Record<string, Record<string, string>>>;
