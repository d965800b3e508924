export interface Said {
  seq: number;
  content: string;
}

/** Latest messages of a conversation that this node committed itself, and so can index without reading them. */
export interface Heard {
  /** The conversation's document in the index. An erasure removes it: the same number means that none was erased. */
  documentNo: number;
  /** At least one message, in order and without gaps. */
  said: Said[];
}

/**
 * Appends committed messages to `heard`.
 * @returns null if a message in between is missing, or there is none
 */
export function hear(
  heard: Heard | undefined,
  documentNo: number,
  messages: readonly Said[],
): Heard | null {
  const said = heard?.said ?? [];
  for (const { seq, content } of messages) {
    const last = said.at(-1);
    if (last && seq !== last.seq + 1) return null;
    said.push({ seq, content });
  }
  return said.length > 0 ? { documentNo, said } : null;
}

/** Messages that a document lacks; null: read them from the database. */
export function heardSince(
  { documentNo, said }: Heard,
  document: { document_no: number; indexed_seq: number },
): Said[] | null {
  const isWhole = said[0] !== undefined && said[0].seq <= document.indexed_seq + 1;
  if (!isWhole || documentNo !== document.document_no) return null;
  return said.filter(({ seq }) => seq > document.indexed_seq);
}
