import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { boxSide } from '../../../contract/render-bounds.ts';
import { modulesQuery } from '../../api/modules.ts';
import { render } from '../../api/render.ts';
import { reasonOf } from '../../api/reason.ts';
import { ApiError } from '../../api/request.ts';
import { t } from '../../i18n/words.ts';
import { say } from '../../ui/toasts.tsx';
import { isMasked } from '../develop/modules/blending-words.ts';
import { VIEWER } from '../live/use-live-picture.ts';
import type { Box } from '../zoom.ts';
import { maskOverlay } from './mask-alpha.ts';
import type { Masking } from './masking.ts';
import { useLatest } from '../../ui/use-latest.ts';
import styles from './masks.module.css';

/** Enough for what a screen shows of a whole picture. */
const MOST_PIXELS = 1600;

interface Props {
  id: number;
  masking: Masking;
  /** Where the whole picture is on the stage. */
  frame: Box;
  /** There is nothing to show, or no longer. */
  onEnd: () => void;
}

/** A module's mask as darktable makes it, in yellow over the picture, which is gray meanwhile. It follows what is stored. */
export function MaskView({ id, masking: { operation, instance, name }, frame, onEnd }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Every change of the history may change the mask.
  const { data: modules } = useQuery(modulesQuery(id));
  const [isThere, setThere] = useState(false);
  const size = useLatest(frame);
  const end = useLatest(onEnd);
  useEffect(() => {
    const module = modules?.items.find((one) => one.operation === operation && one.multi_priority === instance);
    if (module && !(module.enabled && isMasked(module.blend))) {
      end.current();
      return;
    }
    const stop = new AbortController();
    const onScreen = (length: number) => boxSide(length * Math.min(2, devicePixelRatio), MOST_PIXELS);
    const show = async () => {
      const { blob } = await render(
        id,
        {
          mask: { operation, instance },
          viewer: `${VIEWER} mask`,
          quality: 95,
          width: onScreen(size.current.width),
          height: onScreen(size.current.height),
        },
        stop.signal,
      );
      const picture = await createImageBitmap(blob);
      const element = canvas.current;
      const context = element?.getContext('2d', { willReadFrequently: true });
      if (!element || !context || stop.signal.aborted) return;
      element.width = picture.width;
      element.height = picture.height;
      context.drawImage(picture, 0, 0);
      picture.close();
      const { data, width, height } = context.getImageData(0, 0, element.width, element.height);
      context.putImageData(new ImageData(maskOverlay(data), width, height), 0, 0);
      setThere(true);
    };
    show().catch((error: unknown) => {
      if (stop.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'superseded') return;
      say({ title: reasonOf(error), isFailure: true });
      end.current();
    });
    return () => stop.abort();
  }, [id, operation, instance, modules, end, size]);
  return (
    <canvas
      ref={canvas}
      className={styles.mask}
      style={frame}
      role="img"
      aria-label={t('detail.maskOf', { module: name })}
      data-mask={isThere ? 'there' : 'waiting'}
    />
  );
}
