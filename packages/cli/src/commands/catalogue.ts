import { entries as account } from './account/entries';
import { entries as admins } from './admins/entries';
import { entries as blocks } from './blocks/entries';
import { entries as bot } from './bot/entries';
import { entries as callbacks } from './callbacks/entries';
import type { Entry } from './entry';
import { entries as conversations } from './conversations/entries';
import { entries as importing } from './import/entries';
import { entries as inbox } from './inbox/entries';
import { entries as invitations } from './invitations/entries';
import { entries as knowledge } from './knowledge/entries';
import { entries as members } from './members/entries';
import { entries as notes } from './notes/entries';
import { entries as operators } from './operators/entries';
import { entries as reports } from './reports/entries';
import { entries as sessions } from './sessions/entries';
import { entries as system } from './system/entries';
import { entries as tenant } from './tenant/entries';
import { entries as tools } from './tools/entries';
import { entries as totp } from './totp/entries';
import { entries as visitors } from './visitors/entries';
import { entries as workspaces } from './workspaces/entries';

/** All commands, in the order in which `--help` lists them. */
export const catalogue: readonly Entry[] = [
  account,
  sessions,
  totp,
  inbox,
  conversations,
  visitors,
  blocks,
  notes,
  importing,
  workspaces,
  tenant,
  bot,
  knowledge,
  callbacks,
  reports,
  operators,
  members,
  invitations,
  admins,
  system,
  tools,
].flat();
