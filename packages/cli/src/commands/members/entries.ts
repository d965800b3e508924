import { ROLES } from '../../relay/roles';
import { paging, workspace, yes, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'member list',
    summary: "List a workspace's members and their roles",
    options: [workspace, ...paging],
    examples: ['relayctl member'],
    load: async () => (await import('./list')).members,
  },
  {
    usage: 'member set-role <member> <role>',
    summary: `Change a member's role, by e-mail or id, to ${ROLES.join(', ')}`,
    options: [workspace],
    examples: ['relayctl member set-role camille@shop.example admin'],
    load: async () => (await import('./set-role')).setRole,
  },
  {
    usage: 'member remove <member>',
    summary: 'Remove a member from a workspace, by e-mail or id',
    options: [workspace, yes],
    examples: ['relayctl member remove camille@shop.example'],
    load: async () => (await import('./remove')).removeMember,
  },
];
