import type { Language } from '../../../words/language';

const HOUR_S = 3_600;
/** Offered values, in seconds as the relay takes them. */
const GRACES_S = [0, HOUR_S, 24 * HOUR_S, 7 * 24 * HOUR_S];

/** Choices for how long the old secret stays valid. */
export const graceOptions = ({ words, format }: Language): { value: string; label: string }[] =>
  GRACES_S.map((seconds) => ({
    value: String(seconds),
    label: seconds === 0 ? words.tenants.noGrace : format.duration(seconds),
  }));
