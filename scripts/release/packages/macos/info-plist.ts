/** https://developer.apple.com/documentation/bundleresources/information-property-list */
import type { MacTarget } from '../targets.ts';

/** The oldest macOS that Node's own programs run on. */
export const oldestMacOS = '13.5';

export function infoPlist({ version, target }: { version: string; target: MacTarget }): string {
  const values: Record<string, string | boolean> = {
    CFBundleIdentifier: 'org.safelight.Safelight',
    CFBundleName: 'Safelight',
    CFBundleDisplayName: 'Safelight',
    CFBundleExecutable: 'Safelight',
    CFBundleIconFile: 'safelight.icns',
    CFBundlePackageType: 'APPL',
    CFBundleInfoDictionaryVersion: '6.0',
    CFBundleDevelopmentRegion: 'en',
    CFBundleShortVersionString: version,
    CFBundleVersion: version,
    LSApplicationCategoryType: 'public.app-category.photography',
    LSMinimumSystemVersion: oldestMacOS,
    // It lives in the menu bar, without an icon in the Dock.
    LSUIElement: true,
    NSHighResolutionCapable: true,
    NSHumanReadableCopyright: 'The Safelight developers, GPL-3.0-or-later',
  };
  const entries = Object.entries(values).map(
    ([key, value]) => `\t<key>${key}</key>\n\t${typeof value === 'string' ? `<string>${value}</string>` : '<true/>'}\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${entries.join('')}\t<key>LSArchitecturePriority</key>
\t<array>
\t\t<string>${target.goarch === 'amd64' ? 'x86_64' : 'arm64'}</string>
\t</array>
</dict>
</plist>
`;
}
