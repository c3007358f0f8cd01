/**
 * Remembers what the latest text came to: of a whole gallery of requests many headers are the same, and taking them apart each time is
 * a good part of the work. `work` must give the same for the same text.
 */
export function ofLatestText<T>(work: (text: string) => T): (text: string) => T {
  let latest: { text: string; value: T } | null = null;
  return (text) => {
    if (latest?.text !== text) latest = { text, value: work(text) };
    return latest.value;
  };
}
