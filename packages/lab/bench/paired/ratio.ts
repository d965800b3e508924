/** A ratio of two builds over pairs of measurements, and where it lies with 95 % confidence. */
export interface Ratio {
  ratio: number;
  low: number;
  high: number;
}

/** The geometric mean of each pair's ratio: twice as fast and twice as slow cancel each other. */
export function ratioOf(pairs: readonly { own: number; other: number }[]): Ratio {
  const logs = pairs.map(({ own, other }) => Math.log(own / other));
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const freedom = logs.length - 1;
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / freedom;
  const margin = studentsT(freedom) * Math.sqrt(variance / logs.length);
  return { ratio: Math.exp(mean), low: Math.exp(mean - margin), high: Math.exp(mean + margin) };
}

/**
 * Student's t for two-sided 95 % confidence, by an expansion around the normal distribution; exact enough from 3
 * degrees of freedom.
 */
function studentsT(freedom: number): number {
  const z = 1.959964;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0);
}
