import type { SignedInWords } from '../words';
import { account } from './account';
import { canned } from './canned';
import { inbox } from './inbox';

export const signedIn: SignedInWords = { account, canned, inbox };
