/** Of some words, those that a misspelled one may have meant, the nearest first: half of its letters are right, of a long one all but two, or it is their beginning. */
export function nearest(word: string, words: readonly string[]): string[] {
  const most = Math.min(2, Math.floor(word.length / 2));
  return words
    .map((other) => ({
      other,
      far: word !== '' && other.startsWith(word) ? 0.5 : distance(word, other),
    }))
    .filter(({ far }) => far <= most)
    .sort((one, other) => one.far - other.far)
    .map(({ other }) => other);
}

/** How many letters must be put in, left out or replaced (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let place = 0; place < one.length; place++) {
    const next = [place + 1];
    for (let at = 0; at < other.length; at++)
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + Number(other[at] !== one[place])));
    row = next;
  }
  return row[other.length]!;
}
