import { type CSSProperties, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { GuestPicture } from '../../contract/guest-proof.ts';
import type { Point } from '../../contract/proofs.ts';
import { Picture } from '../ui/picture.tsx';
import { t } from '../words.ts';
import styles from './viewer.module.css';

interface Props {
  pictures: readonly GuestPicture[];
  index: number;
  onMove: (key: string) => void;
  /** null: a click says nothing. */
  onSpot: ((point: Point) => void) | null;
  pins: readonly { id: string; point: Point | null }[];
  spot: Point | null;
  onPin: () => void;
}

/** So far a finger goes before it means the next picture; less when it is quick. */
const FAR = 0.22;
const QUICK_PX_PER_MS = 0.4;
const A_TAP_PX = 8;

/** The picture between its neighbors, which come in from the sides. */
export function Slides({ pictures, index, onMove, onSpot, pins, spot, onPin }: Props) {
  const track = useRef<HTMLDivElement>(null);
  const swipe = useRef<{ id: number; x: number; y: number; at: number; dx: number } | null>(null);
  const wasSwipe = useRef(false);
  const [isZoomed, setZoomed] = useState(false);
  useEffect(() => {
    const { visualViewport: viewport } = window;
    const look = () => setZoomed((viewport?.scale ?? 1) > 1.05);
    viewport?.addEventListener('resize', look);
    return () => viewport?.removeEventListener('resize', look);
  }, []);
  const drag = (dx: number | null) => {
    track.current?.style.setProperty('--drag', `${dx ?? 0}px`);
    track.current?.toggleAttribute('data-dragged', dx !== null);
  };
  const down = ({ pointerId: id, pointerType, clientX: x, clientY: y, timeStamp: at, isPrimary }: PointerEvent) => {
    wasSwipe.current = false;
    if (pointerType === 'mouse' || isZoomed) return;
    // A second finger: the picture is zoomed, not turned.
    if (!isPrimary) {
      cancel();
      return;
    }
    swipe.current = { id, x, y, at, dx: 0 };
  };
  const move = ({ pointerId, clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const { current } = swipe;
    if (current?.id !== pointerId) return;
    current.dx = clientX - current.x;
    if (!wasSwipe.current && Math.abs(current.dx) < A_TAP_PX) return;
    if (!wasSwipe.current) currentTarget.setPointerCapture(pointerId);
    wasSwipe.current = true;
    const isEdge = !pictures[index + (current.dx < 0 ? 1 : -1)];
    drag(isEdge ? current.dx / 4 : current.dx);
  };
  const up = ({ pointerId, timeStamp, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const { current } = swipe;
    if (current?.id !== pointerId) return;
    cancel();
    const { dx, at } = current;
    const isFar = Math.abs(dx) > FAR * currentTarget.clientWidth;
    const isQuick = Math.abs(dx) > 3 * A_TAP_PX && Math.abs(dx) / Math.max(1, timeStamp - at) > QUICK_PX_PER_MS;
    const next = pictures[index + (dx < 0 ? 1 : -1)];
    if (next && (isFar || isQuick)) onMove(next.key);
  };
  const cancel = () => {
    swipe.current = null;
    drag(null);
  };
  const show = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLDivElement>) => {
    if (wasSwipe.current || !onSpot) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const part = (value: number) => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));
    onSpot({ x: part((clientX - left) / width), y: part((clientY - top) / height) });
  };
  return (
    <div
      ref={track}
      className={styles.track}
      data-zoomed={isZoomed}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
    >
      {[-1, 0, 1].map((slot) => {
        const picture = pictures[index + slot];
        return (
          picture && (
            <div
              key={picture.key}
              className={styles.slide}
              style={variables({ '--slot': slot })}
              aria-hidden={slot !== 0}
            >
              <div
                className={styles.frame}
                style={variables({ '--ratio': picture.width / picture.height || 1 })}
                data-spot={slot === 0 && onSpot !== null}
                onClick={slot === 0 ? show : undefined}
              >
                <Large picture={picture} />
                {slot === 0 && (
                  <>
                    {pins.map(
                      ({ id, point }, at) =>
                        point && (
                          <button
                            key={id}
                            type="button"
                            className={styles.pin}
                            style={placed(point)}
                            aria-label={t.comment.pin(at + 1)}
                            onClick={(event) => {
                              event.stopPropagation();
                              onPin();
                            }}
                          >
                            <span>{at + 1}</span>
                          </button>
                        ),
                    )}
                    {spot && <span className={styles.spot} style={placed(spot)} />}
                  </>
                )}
              </div>
            </div>
          )
        );
      })}
    </div>
  );
}

/** The small one, which is there already, until the large one has come. */
export function Large({ picture }: { picture: GuestPicture }) {
  const edge = Math.max(innerWidth, innerHeight) * devicePixelRatio;
  return (
    <>
      {picture.version !== null && <Picture picture={picture} size="tile" />}
      <Picture picture={picture} size={edge > 1_700 ? 'large' : 'screen'} />
    </>
  );
}

export const variables = (values: Record<`--${string}`, number>): CSSProperties => values;
const placed = ({ x, y }: Point): CSSProperties => ({ left: `${x * 100}%`, top: `${y * 100}%` });
