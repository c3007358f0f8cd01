/** One picture cannot be made by its recipe; others may. The message is for people. */
export class RecipeFailure extends Error {}
