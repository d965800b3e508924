/** Whether each word of the query is the start of a word of the text, ignoring accents and case. */
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
