import { account } from './account';
import { canned } from './canned';
import { inbox } from './inbox';
import { tenants } from './tenants';

/** What only someone who is signed in reads. */
export const signedIn = { account, canned, inbox, tenants };
