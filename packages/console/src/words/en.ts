import { account } from './en/account';
import { canned } from './en/canned';
import { common } from './en/common';
import { inbox } from './en/inbox';
import { refusals, retryIn } from './en/refusals';
import { shell } from './en/shell';
import { signIn } from './en/sign-in';
import type { Words } from './fr';

export const en: Words = { common, refusals, retryIn, shell, signIn, account, canned, inbox };
