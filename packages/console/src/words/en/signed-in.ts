import type { SignedInWords } from '../words';
import { account } from './account';
import { canned } from './canned';
import { inbox } from './inbox';
import { tenants } from './tenants';

export const signedIn: SignedInWords = { account, canned, inbox, tenants };
