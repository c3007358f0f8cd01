/** What is run with every darktable: the path in src/ without its ending, and what the table calls it. */
type TestFiles = Record<string, string>;

/** These start the darktable that SAFELIGHT_TEST_DARKTABLE names, and its darktable-cli. */
const withItsCommand: TestFiles = {
  'darktable/bridge-plugin': 'The plugin: previews and exports',
  'darktable/bridge-edits': 'The plugin: edits',
  'darktable/bridge-darkroom': 'The plugin: edits while the darkroom is open',
  'darktable/bridge-wake': 'The plugin: how soon it is at work',
  'darktable/organise-jobs': 'The plugin: stars, labels, tags, texts and places',
  'changes/marks/plugin': 'Decisions while darktable is open',
  'changes/marks/plugin-faults': 'Decisions while darktable is open, and things go badly',
  'changes/marks/rejects-that-wait': 'Rejects that darktable cannot take at once',
  'changes/writing/plugin-operations': 'Tags, duplicates, groups and removals while darktable is open',
  'changes/writing/plugin-operation-faults':
    'Tags, duplicates, groups and removals while darktable is open, and things go badly',
  'changes/histories/plugin': 'Whole histories while darktable is open',
  'changes/writing/postponed-changes': 'Edits that wait until darktable is closed',
  'changes/histories/plugin-pixels':
    'Styles, presets and pasted edits, as pictures, beside what the window makes of them',
  'changes/histories/plugin-thousand': 'A thousand pictures while darktable is open',
  'changes/histories/plugin-whole': 'Histories put in the place of others while darktable is open',
  'changes/styles/direct': 'Styles put on images',
  'changes/styles/plugin': 'Styles made, renamed and deleted while darktable is open',
  'changes/histories/direct': 'Histories compressed, discarded, stepped back and copied',
  'changes/histories/conversions': 'Undo of steps that darktable has converted',
  'changes/rules/first-highlights': 'Modules added to raws that were never developed',
  'changes/undo-button': 'The plugin: its button to undo',
  'darktable/bridge-hard': 'The plugin: hard times',
  'renderer/xmp': 'What darktable-cli renders',
  'publishing/publications/publications': 'Publications to a folder',
  'publishing/recipe-exports': 'Exports by a recipe: formats, sizes, metadata',
  'agents/agents': 'Changes of agents, while darktable is closed and while it is open',
  'app/app': 'The whole program',
  'app/doctor': 'The doctor',
};

/** These load darktable's library into a process of Safelight, or start the installed darktable: they run in its system. */
const inItsSystem: TestFiles = {
  'renderer/resident/resident-pixels': 'The resident renderer: its pixels',
  'renderer/resident/resident-modules': 'The resident renderer: every module',
  'app/unseen-release': 'The whole program before the release came out',
  'renderer/resident/ask-release': 'The resident renderer: what it says of its release',
  'renderer/resident/module-defaults': 'The resident renderer: defaults of modules',
  'renderer/resident/resident-faults': 'The resident renderer: faults',
  'renderer/resident/resident-limits': 'The resident renderer: limits',
  'server/routes/darktable/render': 'The resident renderer: pictures while a slider moves',
  'agents/tools/picture-tools': 'Pictures that agents look at, with edits that are tried',
  'server/routes/modules/mask-picture': 'The mask of a module as a picture',
  'server/routes/modules/module-shapes': 'Shapes on the picture',
  'server/routes/images/tiles': 'The resident renderer: tiles',
  'server/routes/modules/module-previews': 'The resident renderer: the preview after an edit',
  'server/routes/admin/previews': 'The resident renderer: previews of the whole library',
  'server/routes/modules/module-input': 'Color pickers',
  'server/routes/modules/levels-input': 'Color picker of rgb levels',
  'server/routes/modules/module-conversion': 'Modules of older versions, as darktable converts them',
  'server/routes/modules/module-defaults': 'Resets to the defaults of a picture',
  'server/routes/darktable/white-balance': 'White balance of the camera',
  'server/routes/darktable/noise-profiles': 'Noise profiles of the camera',
  'changes/modules/module-moves': 'Places that modules can be moved to',
  'changes/modules/noise-profile': 'Denoise added with the noise of the camera',
  'server/routes/darktable/lens-database': 'Cameras and lenses of lens correction',
  'previews/previews': 'Which previews are stale',
  'previews/darktable-cache': 'Thumbnails of darktable',
  'image-index/culling': 'Filters for culling',
  'changes/images/removal': 'Edits written into sidecars before their pictures are removed',
  'changes/writing/sidecars': 'Sidecars after decisions while darktable is closed',
  'changes/operations': 'Tags, duplicates, groups and removals while darktable is closed',
  'proofing/proofing': 'Proofs: what guests see, and their marks taken over',
};

/** Not run with every darktable, and why. */
export const leftOut: Record<string, string> = {
  'app/smoke': 'tries once what the other files try in full',
  'renderer/farm/farm': 'needs a nats-server beside the darktable',
  'library/library': 'compares a library made by 4.2.1 with a checked-in one made by 5.4.1',
  'changes/modules/panel-values': 'moves the controls of 4.2.1 by their names',
  'changes/modules/edits': 'compares a library made by 4.2.1 with a checked-in one made by 5.4.1',
  'testing/photo-shoot': 'checks the pictures from which those two libraries were made',
  'testing/real-darktable': 'checks the tools with which tests start darktable',
};

export const titles: TestFiles = { ...withItsCommand, ...inItsSystem };
export const testFiles = Object.keys(titles);

export const runsInItsSystem = (file: string) => file in inItsSystem;
export const pathOf = (file: string) => `src/${file}.darktable.test.ts`;
