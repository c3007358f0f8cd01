const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
/** Turns `words` in backticks into code. */
export const sentence = (text: string) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
export const paragraphs = (text: string) =>
  text
    .split(/\n\n+/)
    .map((paragraph) => `<p>${sentence(paragraph)}</p>`)
    .join('\n');
export const code = (text: string) => `<code>${escape(text)}</code>`;
export const slug = (text: string) => text.toLowerCase().replace(/\W+/g, '-');
export const methodName = (name: string) => `<span class="method ${name}">${name === 'delete' ? 'del' : name}</span>`;
/** A path that may break after its slashes. */
export const breakable = (path: string) => `<code>${escape(path).replaceAll('/', '/<wbr>')}</code>`;
export const anchor = (id: string, what: string) =>
  `<a class="anchor" href="#${id}" aria-label="Link to ${escape(what)}">#</a>`;

/** JSON with colors for keys, strings and other values. */
export function colored(value: unknown): string {
  return escape(JSON.stringify(value, null, 2)).replace(
    /(&quot;(?:[^&]|&(?!quot;))*&quot;)(:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b/g,
    (_all, text: string | undefined, colon: string | undefined, other: string | undefined) =>
      text === undefined
        ? `<span class="n">${other!}</span>`
        : `<span class="${colon ? 'k' : 's'}">${text}</span>${colon ?? ''}`,
  );
}

/** An example with its caption. */
export const panel = (caption: string, kind: 'json' | 'shell', html: string) =>
  `<figure><figcaption>${escape(caption)}</figcaption><pre class="${kind}" tabindex="0">${html}</pre></figure>`;
/** A command for a shell, with its comments in gray. */
export const shell = (source: string) =>
  escape(source)
    .replaceAll('/', '/<wbr>')
    .replace(/(^|\n)(# [^\n]*)/g, '$1<span class="c">$2</span>');
