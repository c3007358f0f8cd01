/** What people have made of a picture where it is published. */
export interface Feedback {
  id: string;
  /** 0 to 5, with fractions where it is the average of visitors; null: nobody gave any. */
  stars: number | null;
  /** null: the destination has none. */
  isFavorite: boolean | null;
  /** The oldest first. */
  comments: { author: string; text: string; at: string }[];
}

/** A destination that people can say something at. */
export interface GivesFeedback {
  /** In the order of the ids, without those that are gone. Complete, or it throws. */
  feedback(ids: readonly string[], signal: AbortSignal): Promise<Feedback[]>;
}
