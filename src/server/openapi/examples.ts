import type { z } from 'zod';
import type { Film, ImageList, ImageRecord, Tag, TagBranch } from '../../contract/image-record.ts';
import type { ModuleEntry } from '../../contract/modules.ts';
import type { BlendingPanel, ModulePanel, Panel, PanelControl } from '../../contract/panel.ts';
import type { WaitingRejects } from '../../contract/waiting-rejects.ts';
import type { LibraryStatus } from '../../contract/service.ts';

/** Realistic answers for the readers of the API document. */

export const waits: WaitingRejects = {
  images: 1,
  for: 'pointer',
  message:
    'The reject is kept until the pointer leaves the pictures in darktable: before, darktable would lose the stars. It is made as soon as darktable is closed, too.',
};

export const image: ImageRecord = {
  id: 4711,
  path: '/home/ada/Pictures/2024/iceland/IMG_2041.CR3',
  filename: 'IMG_2041.CR3',
  film_id: 12,
  film_roll: '/home/ada/Pictures/2024/iceland',
  version: 0,
  group_id: 4711,
  width: 6720,
  height: 4480,
  aspect_ratio: 1.5,
  rating: 4,
  color_labels: ['green'],
  is_raw: true,
  is_hdr: false,
  is_altered: true,
  has_local_copy: false,
  datetime_taken: '2024-06-21T23:41:07.120',
  maker: 'Canon',
  model: 'EOS R6',
  lens: 'RF 24-105mm F4 L IS USM',
  exposure: 0.004,
  aperture: 8,
  iso: 200,
  focal_length: 35,
  focus_distance: null,
  exposure_bias: -0.3,
  latitude: 64.0784,
  longitude: -16.2306,
  altitude: 11,
  title: 'Midnight on the lagoon',
  description: null,
  creator: 'Ada',
  publisher: null,
  rights: 'CC BY 4.0',
  notes: null,
  tags: ['places|iceland', 'ice'],
  import_timestamp: 1719051667000,
  change_timestamp: 1719137000000,
  preview_version: '3f9c2a71',
};

export const imageList: z.infer<typeof ImageList> = { items: [image], total: 318, limit: 1, offset: 0 };

export const tag: Tag = { id: 31, name: 'places|iceland', parent: 'places', leaf: 'iceland', count: 96 };

export const tagBranch: TagBranch = { name: 'places|iceland', leaf: 'iceland', id: 31, count: 96, below: 4 };

export const film: Film = {
  id: 12,
  folder: '/home/ada/Pictures/2024/iceland',
  name: 'iceland',
  count: 318,
  first_taken: '2024-06-15T09:12:44',
  last_taken: '2024-06-28T18:03:51',
};

export const libraryStatus: LibraryStatus = {
  state: 'ready',
  message: '8 214 images of /home/ada/.config/darktable/library.db',
  is_sample: false,
  library: '/home/ada/.config/darktable/library.db',
  read_only: false,
  schema_version: 37,
  images: 8214,
  progress: null,
  rendering: {
    state: 'plugin',
    is_rendering: true,
    cli_could: false,
    version: '5.4.1',
    reason: null,
    message: 'darktable 5.4.1 renders.',
  },
};

const exposureSlider: PanelControl = {
  kind: 'slider',
  label: 'exposure',
  field: 'exposure',
  byte_offset: 8,
  soft: [-3, 4],
  hard: [-18, 18],
  step: 0.05,
  default: 0,
  digits: 3,
  unit: ' EV',
  signed: true,
  shown_when: [[{ field: 'mode', in: [0] }]],
};
export const modulePanel: ModulePanel = {
  operation: 'exposure',
  module_version: 7,
  release: '5.4.1',
  controls: [exposureSlider],
};
const opacity: PanelControl = {
  kind: 'slider',
  label: 'opacity',
  field: 'opacity',
  byte_offset: 16,
  soft: [0, 100],
  hard: [0, 100],
  step: 1,
  default: 100,
  digits: 0,
  unit: '%',
  shown_when: [[{ field: 'mask_mode', in: [1, 3, 5, 7, 9] }]],
};
export const blendingPanel: BlendingPanel = {
  blend_version: 14,
  release: '5.4.1',
  areas: { raw: [opacity], lab: [opacity], rgb: [opacity] },
};
export const panel: Panel = {
  release: '5.4.1',
  layout: 'workflow: scene-referred',
  groups: [{ name: 'base', icon: 'basic', modules: ['exposure'] }],
  layouts: {},
  quick_access: ['exposure/exposure'],
  modules: [
    {
      operation: 'exposure',
      name: 'exposure',
      versions: [6, 7],
      groups: ['base'],
      pipe_order: 25,
      always_on: false,
      enabled_by_default: false,
      auto_applied: {},
      single_instance: false,
      blending: 'rgb',
      on_jpeg: { auto_applied: false },
    },
  ],
  blending_versions: [11, 14],
};

export const moduleEntry: ModuleEntry = {
  operation: 'exposure',
  label: 'exposure',
  module_version: 6,
  enabled: true,
  num: 4,
  multi_priority: 0,
  multi_name: '',
  params: {
    mode: 'EXPOSURE_MODE_MANUAL',
    black: 0,
    exposure: 0.5,
    deflicker_percentile: 50,
    deflicker_target_level: -4,
    compensate_exposure_bias: false,
  },
  params_b64: 'AAAAAAAAAAAAAAA/AABIQgAAgMAAAAAA',
  blend: null,
};

export const exportBatch = {
  id: '7c1d3a52-6a4e-4c0b-9a53-1f0f3f0e6d0a',
  requested_at: 1719137000000,
  recipe: null,
  pattern: '$(FILE_NAME)',
  problem: null,
  total: 2,
  done: 1,
  waiting: 0,
  failed: 1,
  image_ids: [4711, 4712],
  failures: [{ image_id: 4712, filename: 'IMG_2042.CR3', reason: 'the file is missing' }],
};

export const style = {
  id: 3,
  name: 'film|warm',
  description: 'Late light',
  sets_module_order: false,
  items: [{ operation: 'velvia', label: 'velvia', multi_name: '', enabled: true, module_version: 2 }],
};
