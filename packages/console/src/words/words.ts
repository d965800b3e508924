import type { base } from './fr/base';
import type { signedIn } from './fr/signed-in';

/** The shape of French is the shape of every language. */
export type BaseWords = typeof base;
export type SignedInWords = typeof signedIn;
export type Words = BaseWords & SignedInWords;
