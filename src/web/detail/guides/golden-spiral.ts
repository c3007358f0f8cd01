import type { Size } from '../zoom.ts';
import type { Line } from './line.ts';

/** The larger part of a golden section. */
export const GOLDEN = (Math.sqrt(5) - 1) / 2;

interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** One of the frames that the spiral goes through, the line between it and the next one, and its quarter of a turn. */
interface Turn {
  border: Line;
  arc: Line[];
}

const TURNS = 7;
const PARTS_OF_AN_ARC = 12;

/** Golden sections of what is left, each time of the next side: left, bottom, right, top (guides.c, dt_guides_draw_golden_mean). */
function turnsOf({ width, height }: Size): Turn[] {
  let rest: Frame = { left: 0, top: 0, right: width, bottom: height };
  return Array.from({ length: TURNS }, (_, index) => {
    const { own, next, border, corner, from } = cut(rest, index % 4);
    rest = next;
    const radius = [own.right - own.left, own.bottom - own.top] as const;
    const at = (part: number) => {
      const angle = ((from + (part / PARTS_OF_AN_ARC) * 90) * Math.PI) / 180;
      return [corner[0] + radius[0] * Math.cos(angle), corner[1] + radius[1] * Math.sin(angle)] as const;
    };
    const arc = Array.from({ length: PARTS_OF_AN_ARC }, (__, part): Line => [...at(part), ...at(part + 1)]);
    return { border, arc };
  });
}

/** `corner`: the middle of the arc, which begins at the angle `from`, in degrees to the right and down. */
function cut(
  frame: Frame,
  side: number,
): { own: Frame; next: Frame; border: Line; corner: [number, number]; from: number } {
  const { left, top, right, bottom } = frame;
  const [column, row] = [(right - left) * GOLDEN, (bottom - top) * GOLDEN];
  switch (side) {
    case 0: {
      const at = left + column;
      const own = { ...frame, right: at };
      return { own, next: { ...frame, left: at }, border: [at, top, at, bottom], corner: [at, top], from: 90 };
    }
    case 1: {
      const at = bottom - row;
      const own = { ...frame, top: at };
      return { own, next: { ...frame, bottom: at }, border: [left, at, right, at], corner: [left, at], from: 0 };
    }
    case 2: {
      const at = right - column;
      const own = { ...frame, left: at };
      return { own, next: { ...frame, right: at }, border: [at, top, at, bottom], corner: [at, bottom], from: 270 };
    }
    default: {
      const at = top + row;
      const own = { ...frame, bottom: at };
      return { own, next: { ...frame, top: at }, border: [left, at, right, at], corner: [right, at], from: 180 };
    }
  }
}

export const spiralSections = (size: Size): Line[] => turnsOf(size).map(({ border }) => border);
export const goldenSpiral = (size: Size): Line[] => turnsOf(size).flatMap(({ arc }) => arc);
