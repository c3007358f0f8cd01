/** What this tab keeps under a name, over reloads and when the browser drops it for a while. null where there is nothing. */
export const keptInTab = (name: string): unknown => JSON.parse(sessionStorage.getItem(name) ?? 'null');

/** null keeps nothing. Returns whether there was room for it. */
export function keepInTab(name: string, value: object | null): boolean {
  sessionStorage.removeItem(name);
  try {
    if (value !== null) sessionStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
