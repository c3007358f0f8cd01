import fc from 'fast-check';

/** The value one time in `times`, else nothing. */
export const seldom = <Value, Nothing>(times: number, value: fc.Arbitrary<Value>, nothing: Nothing) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(nothing) }, { weight: 1, arbitrary: value });

/** As a careful client writes it. Half a surrogate pair becomes U+FFFD. */
export const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
