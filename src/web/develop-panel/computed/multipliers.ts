/** Of the camera's colors, as white balance stores them. */
export interface Multipliers {
  red: number;
  green: number;
  blue: number;
}
