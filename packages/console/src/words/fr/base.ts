import { common } from './common';
import { refusals, retryIn } from './refusals';
import { shell } from './shell';
import { signIn } from './sign-in';

/** The words that load with the page, enough to sign in. */
export const base = { common, refusals, retryIn, shell, signIn };
