import { useEffect, useEffectEvent, useState } from 'react';
import { boxSide } from '../../../contract/render-bounds.ts';
import type { ModuleEntry } from '../../api/modules.ts';
import { reasonOf } from '../../api/reason.ts';
import { render } from '../../api/render.ts';
import { ApiError } from '../../api/request.ts';
import { say } from '../../ui/toasts.tsx';
import { decoded, VIEWER } from '../live/use-live-picture.ts';
import type { Size } from '../zoom.ts';

/** The picture without its crop, in a box of this size on the screen. `onFailed`: it cannot be rendered, and why is said. */
export function useUncropped(id: number, { multi_priority: instance }: ModuleEntry, room: Size, onFailed: () => void) {
  const [picture, setPicture] = useState<{ url: string; size: Size } | null>(null);
  // A window of another size shows the same picture, scaled.
  const rendered = useEffectEvent((signal: AbortSignal) => {
    const onScreen = (length: number) => boxSide(length * devicePixelRatio);
    const request = {
      width: onScreen(room.width),
      height: onScreen(room.height),
      viewer: `${VIEWER} crop`,
      modules: { crop: { instance, enabled: false } },
    };
    return render(id, request, signal);
  });
  const fail = useEffectEvent(onFailed);
  useEffect(() => {
    const stop = new AbortController();
    let made: string | null = null;
    const show = async () => {
      const { blob, whole } = await rendered(stop.signal);
      made = URL.createObjectURL(blob);
      await decoded(made).catch(() => undefined);
      if (!stop.signal.aborted) setPicture({ url: made, size: whole });
    };
    show().catch((error: unknown) => {
      if (stop.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      say({ title: reasonOf(error), isFailure: true });
      fail();
    });
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, instance]);
  return picture;
}
