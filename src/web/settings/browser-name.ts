const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/(OPR|Opera)\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
] as const;

/** A User-Agent header in people's words; unknown parts are null. */
export const browserName = (agent: string): { browser: string | null; system: string | null } => ({
  browser: BROWSERS.find(([pattern]) => pattern.test(agent))?.[1] ?? null,
  system: SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1] ?? null,
});
