/** The part of CHANGELOG.md that the next release brings, and what becomes of it (https://keepachangelog.com). */

const UNRELEASED = '## Unreleased\n';

/** What is new, without its heading; empty when there is nothing. */
export function unreleasedNotes(changelog: string): string {
  const [, after = ''] = changelog.split(UNRELEASED);
  return after.split(/^## /m)[0]!.trim();
}

/** With a heading for that version over what was unreleased. */
export const withRelease = (changelog: string, version: string, date: string): string =>
  changelog.replace(UNRELEASED, () => `${UNRELEASED}\n## ${version} - ${date}\n`);
