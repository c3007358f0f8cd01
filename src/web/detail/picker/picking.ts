/** A place of the picture, in shares of its sides. */
export interface Place {
  x: number;
  y: number;
}

/** A spot of the picture is being chosen. */
export interface Picking {
  /** What it is for. */
  label: string;
  /** A spot was chosen, and what follows from it is being worked out. */
  isBusy: boolean;
  take: (place: Place) => void;
  leave: () => void;
}
