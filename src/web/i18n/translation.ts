/** The same keys with other texts. */
export type Translation<Words> = { [Key in keyof Words]: Words[Key] extends string ? string : Translation<Words[Key]> };
