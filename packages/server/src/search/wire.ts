/** Where a search finds a conversation. */
export type MatchField =
  | 'message'
  | 'name'
  | 'email'
  | 'contact_email'
  | 'user_id'
  | 'attributes'
  | 'metadata';

/** Why a search found a conversation. */
export interface Match {
  field: MatchField;
  /** One line. */
  excerpt: string;
  /** The hits in the excerpt, in UTF-16 code units. */
  marks: [from: number, to: number][];
  /** The number of the message. */
  seq?: number;
}
