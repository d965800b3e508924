export interface Said {
  seq: number;
  content: string;
}

/** The latest messages of a conversation, as this node has committed them: it need not read them to index them. */
export interface Heard {
  /**
   * The index's document of the conversation, which was there before. Who erases a message removes the document: as
   * long as it is the same, all of these are still to be found.
   */
  documentNo: number;
  /** In their order, at least one, and none is missing between them. */
  said: Said[];
}

/** @param heard what was heard before, if anything @returns null: there is a gap */
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

/** All messages that a document lacks; null: they are to be read. */
export function heardSince(
  { documentNo, said }: Heard,
  document: { document_no: number; indexed_seq: number },
): Said[] | null {
  const isWhole = said[0] !== undefined && said[0].seq <= document.indexed_seq + 1;
  if (!isWhole || documentNo !== document.document_no) return null;
  return said.filter(({ seq }) => seq > document.indexed_seq);
}
