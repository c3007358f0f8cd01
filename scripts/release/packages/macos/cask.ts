/** What Homebrew has to know of the archives: https://docs.brew.sh/Cask-Cookbook */

/** There is no place for releases yet. */
const releases = 'https://safelight.example.org/releases';

/** `sha256` are those of the archives, in hexadecimal. For a tap of Safelight's own: the official one wants signed apps. */
export function homebrewCask({ version, sha256 }: { version: string; sha256: { arm: string; intel: string } }): string {
  return `cask "safelight" do
  arch arm: "arm64", intel: "x64"

  version "${version}"
  sha256 arm:   "${sha256.arm}",
         intel: "${sha256.intel}"

  url "${releases}/#{version}/safelight-#{version}-macos-#{arch}.zip"
  name "Safelight"
  desc "The darktable library in the browser, with an icon in the menu bar"
  homepage "https://safelight.example.org/"

  depends_on macos: :ventura

  app "Safelight.app"
  binary "#{appdir}/Safelight.app/Contents/MacOS/Safelight", target: "safelight"

  uninstall quit: "org.safelight.Safelight", delete: "~/Library/LaunchAgents/org.safelight.Safelight.plist"

  caveats <<~EOS
    Safelight is not signed by a developer whom Apple knows. If macOS refuses to open it:
      xattr -dr com.apple.quarantine "#{appdir}/Safelight.app"
    What you make with it is in ~/Library/Application Support/Safelight, and stays when it is removed.
  EOS
end
`;
}
