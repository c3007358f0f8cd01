/** The addresses that the browser client knows. For any other it shows an error itself, with status 404. */
export const PAGES =
  /^\/(trust\/?|images\/\d+\/?|cull\/?|statistics\/?|publishing\/?|proofs(\/\d+)?\/?|plans\/\d+\/?|settings(\/[a-z-]+)*\/?)?$/;
