/** A response with one page of a list, under its plural name. */
export type PageResponse<Plural extends string, Item> = Record<Plural, Item[]> & {
  /** Null on the last page. */
  next_cursor: string | null;
};

/** The response of a route that has nothing to say. */
export type EmptyResponse = Record<string, never>;
