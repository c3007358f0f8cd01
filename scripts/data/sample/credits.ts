import type { Entry } from './catalogue.ts';
import { packages, photographs } from './photographs.ts';

/** PHOTOGRAPHS.md: who took the sample's photographs, under which licenses, and which facts are invented. */
export function creditsText(catalogue: readonly Entry[]): string {
  const rows = Object.entries(photographs).map(([name, { title, author, license, package: source }]) => {
    const files = catalogue.filter(({ photograph }) => photograph === name).map(({ file }) => `\`${file}\``);
    return `| ${title} | ${author} | ${license} | ${source} | ${files.join(', ')} |`;
  });
  const sources = Object.entries(packages).map(
    ([name, { version, pool }]) => `- ${name} ${version}: https://deb.debian.org/debian/pool/main/${pool}`,
  );
  return `# The photographs of the sample library

They come from Debian's packages of wallpapers, and each keeps its license. They were cut and made smaller. One is shaken, one
overexposed and one darkened on purpose, and one was made into a raw file.

**Invented for the sample**: the names of the files and folders, the times, cameras, lenses and exposures, the titles, tags, ratings
and labels in the library, and many of the places. None of it says what the photographers used, did or meant.

| Title | Author | License | Package | In the sample |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

The packages:

${sources.join('\n')}

The texts of the licenses: [CC0-1.0](https://creativecommons.org/publicdomain/zero/1.0/),
[CC-BY-4.0](https://creativecommons.org/licenses/by/4.0/), [GPL-2.0](https://www.gnu.org/licenses/old-licenses/gpl-2.0.html) or any
later version, [LGPL-3.0](https://www.gnu.org/licenses/lgpl-3.0.html).
`;
}
