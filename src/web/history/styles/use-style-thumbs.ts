import { useCallback, useEffect, useRef, useState } from 'react';
import { render } from '../../api/render.ts';
import { ApiError } from '../../api/request.ts';
import { thumbQueue } from './thumb-queue.ts';

/** The picture with a style, or why there is none. */
export type StyleThumb = { url: string } | { refusal: string };

export interface StyleThumbs {
  of: (style: string) => StyleThumb | undefined;
  /** From now on this style can be seen. Returns a function that ends this. */
  want: (style: string) => () => void;
  /** Nobody can render. */
  problem: unknown;
}

/** A picture with styles, rendered as they come into sight; those that leave it are dropped. */
export function useStyleThumbs(id: number | null): StyleThumbs {
  const [thumbs, setThumbs] = useState<ReadonlyMap<string, StyleThumb>>(new Map());
  const [problem, setProblem] = useState<unknown>(null);
  const made = useRef(new Map<string, StyleThumb>());
  useEffect(
    () => () => {
      for (const thumb of made.current.values()) if ('url' in thumb) URL.revokeObjectURL(thumb.url);
      made.current.clear();
    },
    [id],
  );
  const want = useCallback(
    (style: string) => {
      const stop = new AbortController();
      const show = (thumb: StyleThumb) => {
        made.current.set(style, thumb);
        setThumbs(new Map(made.current));
      };
      if (id !== null && !made.current.has(style))
        thumbQueue.add({
          signal: stop.signal,
          run: async () => {
            try {
              const { blob } = await render(id, { style, width: 300, height: 300, draft: true }, stop.signal);
              if (!stop.signal.aborted) show({ url: URL.createObjectURL(blob) });
            } catch (error) {
              if (stop.signal.aborted) return;
              if (error instanceof ApiError && error.code === 'conflict') show({ refusal: error.message });
              else setProblem(error);
            }
          },
        });
      return () => stop.abort();
    },
    [id],
  );
  const of = useCallback((style: string) => thumbs.get(style), [thumbs]);
  return { of, want, problem };
}
