import { ROLES } from '../../relay/roles';
import { paging, workspace, yes, type Entry } from '../entry';

/** Who belongs to a workspace, and as what. */
export const entries: readonly Entry[] = [
  {
    usage: 'members list',
    summary: "List a workspace's members and their roles",
    options: [workspace, ...paging],
    examples: ['relayctl members'],
    load: async () => (await import('./list')).members,
  },
  {
    usage: 'members set-role <member> <role>',
    summary: `Make a member, by e-mail or id, ${ROLES.join(', ')}`,
    options: [workspace],
    examples: ['relayctl members set-role camille@shop.example admin'],
    load: async () => (await import('./set-role')).setRole,
  },
  {
    usage: 'members remove <member>',
    summary: 'Take a member, by e-mail or id, out of a workspace',
    options: [workspace, yes],
    examples: ['relayctl members remove camille@shop.example'],
    load: async () => (await import('./remove')).removeMember,
  },
];
