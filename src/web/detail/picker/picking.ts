/** A part of the picture, in shares of its sides. */
export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A spot or an area of the picture is being chosen. */
export interface Picking {
  /** What it is for. */
  label: string;
  /** What to do, for people. */
  how: string;
  /** It was chosen, and what follows from it is being worked out. */
  isBusy: boolean;
  /** The whole picture makes sense too. */
  hasWhole?: boolean;
  /** A single pixel is read, and no area. */
  isPoint?: boolean;
  /** `lift`: 1 with Ctrl, -1 with Shift. */
  take: (area: Area, lift?: -1 | 0 | 1) => void;
  leave: () => void;
}
