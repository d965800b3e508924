/**
 * Calls of `RegExp` that build a pattern out of what arrives, so that no check sees it. At most ten; each says why it
 * is quick, and the code next to it enforces the bound.
 * @type {readonly { path: string, bound: string }[]}
 */
export const BUILT_LATER = [
  {
    path: 'packages/server/src/bots/unanswered/blanking.ts',
    bound: 'A name of at most 80 characters, each taken literally.',
  },
  { path: 'scripts/lib/patterns/samples.mjs', bound: 'Classes of the patterns that it checks.' },
  { path: 'scripts/lib/patterns/slowness.mjs', bound: 'The patterns that it checks.' },
];
