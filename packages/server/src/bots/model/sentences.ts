/** Full stops that end no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|bzw|ca|env|tel|nr|no|num|art|mio|mrd|tsd|std|min|max|inkl|incl|exkl|approx|dr|mr|mrs|mme|str|etc|ej|vs|usw|resp|evtl|ggf|zzgl|[ap]\.m|z\.b|u\.a|d\.h|p\.ex|e\.g|i\.e)\.$/iu;
/** A day or another ordinal: `1. Juni`. */
const ORDINAL = /(?:^|[^\d.,])\d{1,2}\.$/u;
const ENDS = /[.!?…]{1,10}(?=\s)/gu;

/**
 * The sentences and lines of an answer. Citations after the full stop belong to the sentence before. The numbers of a
 * list are no part of it.
 */
export function sentencesOf(answer: string): string[] {
  let item = 0;
  return answer
    .replaceAll(/([.!?…]{1,10})((?:\s{0,3}\[p\d{1,6}\])+)/gu, '$2$1')
    .split('\n')
    .flatMap((line) => {
      const [marker = '', number] = /^\s{0,20}(\d{1,2})[.)]\s/u.exec(line) ?? [];
      if (marker === '' || Number(number) !== item + 1) return sentencesIn(line);
      item++;
      return sentencesIn(line.slice(marker.length));
    })
    .filter((sentence) => sentence.trim() !== '');
}

export function sentencesIn(line: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: end, index } of line.matchAll(ENDS)) {
    const after = index + end.length;
    const before = line.slice(Math.max(start, after - 12), after);
    const next = line.slice(after).trimStart();
    if (next.startsWith('[p') || ABBREVIATION.test(before)) continue;
    if (ORDINAL.test(before) && /^\p{L}/u.test(next)) continue;
    sentences.push(line.slice(start, after));
    start = after;
  }
  return [...sentences, line.slice(start)];
}
