import type { BaseWords } from '../words';
import { common } from './common';
import { refusals, retryIn } from './refusals';
import { shell } from './shell';
import { signIn } from './sign-in';

export const base: BaseWords = { common, refusals, retryIn, shell, signIn };
