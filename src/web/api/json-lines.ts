import { ConnectionError } from './request.ts';

/** Hands on each line of JSON as it comes, and returns the last one. Throws ConnectionError when none came. */
export async function jsonLines<Line>(answer: Response, onLine: (line: Line) => void): Promise<Line> {
  if (!answer.body) throw new ConnectionError(new Error('the answer is empty'));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let last: Line | null = null;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine((last = JSON.parse(line) as Line));
  }
  if (last === null || rest !== '') throw new ConnectionError(new Error('the answer was cut off'));
  return last;
}
