/** What CHANGELOG.md uses of Markdown: headings, lists, paragraphs, and words that are strong or code. */

export type Piece = { kind: 'plain' | 'strong' | 'code'; words: string };
export type Block =
  { kind: 'heading'; words: Piece[] } | { kind: 'paragraph'; words: Piece[] } | { kind: 'list'; items: Piece[][] };

/** Lines that belong together stay so; anything that is not understood is shown as it is written. */
export function readNotes(markdown: string): Block[] {
  const blocks: { kind: Block['kind']; texts: string[] }[] = [];
  /** Whether the next line may go on where the last one ended. */
  let isOpen = false;
  for (const line of markdown.split(/\r?\n/)) {
    const last = blocks.at(-1);
    const [, heading] = /^#{1,6}\s+(.*)$/.exec(line) ?? [];
    const [, item] = /^\s*[-*]\s+(.*)$/.exec(line) ?? [];
    if (line.trim() === '') {
      isOpen = false;
    } else if (heading !== undefined) {
      blocks.push({ kind: 'heading', texts: [heading] });
      isOpen = false;
    } else if (item !== undefined) {
      if (last?.kind === 'list') last.texts.push(item);
      else blocks.push({ kind: 'list', texts: [item] });
      isOpen = true;
    } else if (isOpen && last) {
      last.texts.push(`${last.texts.pop() ?? ''} ${line.trim()}`);
    } else {
      blocks.push({ kind: 'paragraph', texts: [line.trim()] });
      isOpen = true;
    }
  }
  return blocks.map(({ kind, texts }) =>
    kind === 'list' ? { kind, items: texts.map(pieces) } : { kind, words: pieces(texts[0] ?? '') },
  );
}

/** A link is shown as its words: what an update server says leads nowhere. */
const pieces = (line: string): Piece[] =>
  line
    .replaceAll(/\[([^\]]+)\]\([^)\s]+\)/g, '$1')
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (/^\*\*.+\*\*$/.test(part)) return { kind: 'strong', words: part.slice(2, -2) };
      if (/^`.+`$/.test(part)) return { kind: 'code', words: part.slice(1, -1) };
      return { kind: 'plain', words: part };
    });
