import type { base } from './fr/base';
import type { signedIn } from './fr/signed-in';

/** French defines which words every language has. */
export type BaseWords = typeof base;
export type SignedInWords = typeof signedIn;
export type Words = BaseWords & SignedInWords;
