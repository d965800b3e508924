import { common } from './common';
import { refusals, retryIn } from './refusals';
import { shell } from './shell';
import { signIn } from './sign-in';

/** What comes with the page: nothing more is needed to sign in. */
export const base = { common, refusals, retryIn, shell, signIn };
