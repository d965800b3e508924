import type { Match } from '@chat-relay/server/wire/search';

/** Characters before the first hit: a line often shows less than the whole excerpt. */
const BEFORE = 16;

/** A search result's excerpt with its hits marked. Nothing in it is parsed as markup. */
export function Marked({ match }: { match: Match }) {
  const { excerpt, marks } = match;
  const start = startOf(match);
  const parts = [];
  let end = start;
  for (const [from, to] of marks) {
    parts.push(excerpt.slice(end, from), <mark key={from}>{excerpt.slice(from, to)}</mark>);
    end = to;
  }
  return (
    <bdi dir="auto">
      {start > 0 && '…'}
      {parts}
      {excerpt.slice(end)}
    </bdi>
  );
}

/** Starts at a space that leaves some words before the first hit. */
function startOf({ field, excerpt, marks }: Match): number {
  const first = marks[0]?.[0] ?? 0;
  if (first <= BEFORE || field === 'attributes' || field === 'metadata') return 0;
  return excerpt.lastIndexOf(' ', first - BEFORE) + 1;
}
