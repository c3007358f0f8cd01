import { useState } from 'react';
import type { Job } from '../api/ask-darktable.ts';
import type { ListParameters } from '../api/images.ts';
import { useExportRecipe } from '../exports/export-recipe.ts';
import { Confirm } from '../ui/confirm.tsx';
import { onePerGroup, useWholeGroups } from './folds/folds.ts';
import type { ShownList } from './folds/groups.ts';
import { runMany } from './run-many.tsx';
import { isEverything, selection, useSelected } from './selection.ts';
import { t } from './selection-words.ts';

/** From this number on, a mistake costs hours of rendering. */
const MANY = 200;

/** How many pictures are selected, in how many whole groups, and how many of them an export takes. */
export interface SelectedCounts {
  selected: number;
  groups: number;
  exported: number;
}

export function useSelectedCounts(): SelectedCounts {
  const ids = useSelected();
  const whole = useWholeGroups(ids);
  const further = whole.reduce((sum, { members }) => sum + members.length - 1, 0);
  return { selected: ids.size, groups: whole.length, exported: ids.size - further };
}

/** Asks darktable for exports or new previews of the selected pictures; of many, only after a question. */
export function useSelectionJobs(list: ShownList | undefined, parameters: ListParameters, counts: SelectedCounts) {
  const [asked, setAsked] = useState<Job | null>(null);
  const recipe = useExportRecipe();
  /** Of a folded group, one is exported; the previews of all are made anew. */
  const meantBy = (job: Job) => (job === 'export' ? onePerGroup(selection()) : [...selection()]);
  const run = (job: Job) => {
    const ids = meantBy(job);
    const isListed = list?.places === null && isEverything(list.ids, ids);
    void runMany(job, { ids, matching: isListed ? parameters : null }, job === 'export' ? recipe.id : null);
  };
  const start = (job: Job) => {
    if (meantBy(job).length >= MANY) setAsked(job);
    else run(job);
  };
  return {
    start,
    question: asked && <Question job={asked} counts={counts} onYes={() => run(asked)} onClose={() => setAsked(null)} />,
  };
}

function Question({
  job,
  counts: { selected, groups, exported },
  onYes,
  onClose,
}: {
  job: Job;
  counts: SelectedCounts;
  onYes: () => void;
  onClose: () => void;
}) {
  const isExport = job === 'export';
  const words = [t(isExport ? 'exportHow' : 'refreshHow')];
  if (isExport && groups > 0) words.push(t('exportGroups', { count: groups }));
  return (
    <Confirm
      open
      title={t(isExport ? 'exportTitle' : 'refreshTitle', { count: isExport ? exported : selected })}
      words={words.map((each) => (
        <p key={each}>{each}</p>
      ))}
      action={t(isExport ? 'export' : 'refresh')}
      isHarmful={false}
      onYes={() => {
        onYes();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
