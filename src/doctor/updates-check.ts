import { howToUpdate, UPDATE_PROBLEM_WORDS } from '../contract/update-words.ts';
import type { UpdateStatus } from '../contract/updates.ts';
import { type Finding, ok, warn } from './finding.ts';
import { say } from './wording.ts';

/** The beginning of what is new; `safelight update` and the page have all of it. */
const LONGEST_NEWS = 300;

export function updatesCheck(status: UpdateStatus | null): Finding {
  if (status === null) return ok('Unknown while Safelight is not running.');
  const { enabled, has_key: hasKey, available, problem, checked, version } = status;
  if (problem) return warn(...UPDATE_PROBLEM_WORDS[problem.code]);
  if (!enabled)
    return ok(
      hasKey
        ? 'Safelight does not look for updates.'
        : 'Safelight does not look for updates: this build has no key to check them with.',
    );
  if (available) {
    const news = available.notes.replaceAll(/[\s*#`]+/g, ' ').trim();
    const short = news.length > LONGEST_NEWS ? `${news.slice(0, LONGEST_NEWS)}…` : news;
    return warn(
      [say`Safelight ${available.version} of ${available.date} is available.`, say`New: ${short}`],
      howToUpdate(status),
    );
  }
  return checked === null
    ? ok('Safelight has not looked for updates yet.')
    : ok(say`Safelight ${version} is the newest version.`);
}
