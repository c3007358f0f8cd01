/** The same keys with other texts. A language may have more forms of a number than English: `pictures_few`. */
export type Translation<Words> = {
  [Key in keyof Words]: Words[Key] extends string ? string : Translation<Words[Key]>;
} & {
  [
    Key in keyof Words as Key extends `${infer Base}_other` ? `${Base}_${'zero' | 'two' | 'few' | 'many'}` : never
  ]?: string;
};
