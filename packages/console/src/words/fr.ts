import { account } from './fr/account';
import { canned } from './fr/canned';
import { common } from './fr/common';
import { inbox } from './fr/inbox';
import { refusals, retryIn } from './fr/refusals';
import { shell } from './fr/shell';
import { signIn } from './fr/sign-in';

/** French comes with the page; its shape is the shape of every language. */
export const fr = { common, refusals, retryIn, shell, signIn, account, canned, inbox };

export type Words = typeof fr;
