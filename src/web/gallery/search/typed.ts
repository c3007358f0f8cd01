/** What is being typed into the search. */
export interface Typed {
  text: string;
  /** Where the caret is. */
  at: number;
}
