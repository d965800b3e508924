import type { VisitorSign } from '../torture/visitor';

interface Sign {
  visitor: number;
  sign: VisitorSign;
  at: number;
}

/** Record of each visitor's acks, errors and closes. Visitors write all the time. */
export interface Signs {
  note(visitor: number, sign: VisitorSign): void;
  /** Time of the first ack after `at`, and the time by which every visitor had one; null if not yet. */
  firstAckAfter(at: number): number | null;
  everyoneAckedAfter(at: number): number | null;
  /** The longest time in this span for which any visitor received nothing. */
  longestSilence(from: number, to: number): number;
  count(sign: VisitorSign, from: number, to: number): number;
}

export function createSigns(visitors: number): Signs {
  const signs: Sign[] = [];
  const names = Array.from({ length: visitors }, (_, index) => index);
  const acksAfter = (at: number): number[] =>
    names.map((name) => {
      const ack = signs.find((one) => one.visitor === name && one.sign === 'ack' && one.at > at);
      return ack?.at ?? Infinity;
    });
  const known = (at: number): number | null => (at === Infinity ? null : at);
  return {
    note: (visitor, sign) => void signs.push({ visitor, sign, at: Date.now() }),
    firstAckAfter: (at) => known(Math.min(...acksAfter(at))),
    everyoneAckedAfter: (at) => known(Math.max(...acksAfter(at))),
    longestSilence: (from, to) =>
      Math.max(
        ...names.map((name) => {
          const heard = signs.filter(({ visitor, at }) => visitor === name && at > from && at < to);
          const moments = [from, ...heard.map(({ at }) => at), to];
          return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
        }),
      ),
    count: (sign, from, to) =>
      signs.filter((one) => one.sign === sign && one.at > from && one.at < to).length,
  };
}
