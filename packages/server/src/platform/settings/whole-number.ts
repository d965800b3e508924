import type { Parser } from './variable';

export function wholeNumber(min: number, max: number): Parser<number> {
  return (given) => {
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= min && value <= max) return { value };
    return {
      problem: `must be a whole number from ${min} to ${max}, not ${JSON.stringify(given)}`,
    };
  };
}
