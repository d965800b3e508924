export type MatchField =
  | 'message'
  | 'name'
  | 'email'
  | 'contact_email'
  | 'user_id'
  | 'attributes'
  | 'metadata';

export interface Match {
  field: MatchField;
  /** Text around the first hit, without line breaks. */
  excerpt: string;
  /** Hits in the excerpt, in UTF-16 units. */
  marks: [from: number, to: number][];
  /** `seq` of the message, if the field is `message`. */
  seq?: number;
}
