/** What winget has to know of the installer: https://learn.microsoft.com/windows/package-manager/package/manifest */

/** There is no place for releases yet. */
const releases = 'https://safelight.example.org/releases';

/**
 * `sha256` is that of the installer, in hexadecimal. ProductCode is the name of its uninstall key: winget finds by it what is
 * installed. Before the manifest can be used, releases need an address.
 */
export function wingetManifest({ version, file, sha256 }: { version: string; file: string; sha256: string }): string {
  return `# yaml-language-server: $schema=https://aka.ms/winget-manifest.singleton.1.6.0.schema.json
PackageIdentifier: Safelight.Safelight
PackageVersion: "${version}"
PackageLocale: en-US
Publisher: The Safelight developers
PackageName: Safelight
License: GPL-3.0-or-later
ShortDescription: The darktable library in the browser, with an icon in the tray
Moniker: safelight
Tags:
  - darktable
  - photography
  - raw
MinimumOSVersion: 10.0.0.0
InstallerType: nullsoft
Scope: user
ProductCode: Safelight
UpgradeBehavior: install
Installers:
  - Architecture: x64
    InstallerUrl: ${releases}/${version}/${file}
    InstallerSha256: "${sha256.toUpperCase()}"
ManifestType: singleton
ManifestVersion: 1.6.0
`;
}
