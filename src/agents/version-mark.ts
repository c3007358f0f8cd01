/**
 * A short mark that changes whenever its text does. `node:crypto` comes late: an import of it would take a tenth of the time in which `safelight mcp`
 * lists the tools.
 */
export const versionMark = (text: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 16);
