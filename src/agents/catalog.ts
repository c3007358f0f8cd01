import { changeTools } from './change-tools.ts';
import type { Tool } from './tool.ts';
import { compare } from './tools/compare.ts';
import { contactSheet } from './tools/contact-sheet.ts';
import { describeModule } from './tools/describe-module.ts';
import { exportImages } from './tools/export.ts';
import { getHistory } from './tools/get-history.ts';
import { getImage } from './tools/get-image.ts';
import { imageStats } from './tools/image-stats.ts';
import { jobs } from './tools/jobs.ts';
import { libraryOverview } from './tools/library-overview.ts';
import { listChanges } from './tools/list-changes.ts';
import { listFilmRolls } from './tools/list-film-rolls.ts';
import { listStyles } from './tools/list-styles.ts';
import { listTags } from './tools/list-tags.ts';
import { look } from './tools/look.ts';
import { runPlan } from './tools/run-plan.ts';
import { searchImages } from './tools/search-images.ts';
import { selection } from './tools/selection.ts';
import { undo } from './tools/undo.ts';

/** All tools, in the order in which agents see them. Every client sees all of them; what it may not do is refused in words. */
export const tools: readonly Tool[] = [
  searchImages,
  selection,
  getImage,
  libraryOverview,
  listTags,
  listFilmRolls,
  look,
  contactSheet,
  compare,
  imageStats,
  describeModule,
  getHistory,
  listStyles,
  ...changeTools,
  runPlan(changeTools),
  undo,
  exportImages,
  jobs,
  listChanges,
];
