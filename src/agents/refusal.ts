/** What a tool says instead of doing something: a sentence of ours, and beside it, in typed fields, whatever comes from the library. */
export class Refusal extends Error {
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(sentence: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(sentence);
    this.name = 'Refusal';
    this.facts = facts;
  }
}
