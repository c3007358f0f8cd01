/** What is wrong with a value, in fields that a program can read. */
export interface Problem {
  /** `edits.0.values`, or a field of a module such as `exposure`. */
  field: string;
  problem: string;
  /** The known names or words that may have been meant. */
  nearest?: string[];
  min?: number;
  max?: number;
  unit?: string;
}
