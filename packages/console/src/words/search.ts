/** Whether each word of the query begins a word of the text; accents and case don't count. */
export function matches(text: string, query: string): boolean {
  const within = ` ${plain(text)}`;
  return plain(query)
    .split(' ')
    .every((word) => within.includes(` ${word}`) || word === '');
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
