import type { ChangeTool } from './change-tool.ts';
import { applyStyle } from './tools/apply-style.ts';
import { copyEdits } from './tools/copy-edits.ts';
import { editModules } from './tools/edit-modules.ts';
import { groupAndVersions } from './tools/group-and-versions.ts';
import { organize } from './tools/organize.ts';

/** Their dry runs are kept as plans. */
export const changeTools: readonly ChangeTool[] = [organize, editModules, applyStyle, copyEdits, groupAndVersions];
