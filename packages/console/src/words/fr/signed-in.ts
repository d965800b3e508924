import { account } from './account';
import { audit } from './audit';
import { callbacks } from './callbacks';
import { canned } from './canned';
import { handOvers } from './hand-overs';
import { conflicts } from './conflicts';
import { inbox } from './inbox';
import { people } from './people';
import { reports } from './reports';
import { system } from './system';
import { tenants } from './tenants';
import { translation } from './translation';

/** Words that are only needed after sign-in. */
export const signedIn = {
  account,
  audit,
  callbacks,
  canned,
  handOvers,
  conflicts,
  inbox,
  people,
  reports,
  system,
  tenants,
  translation,
};
