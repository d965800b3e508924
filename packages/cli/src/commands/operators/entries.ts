import { ROLES } from '../../relay/roles';
import {
  option,
  paging,
  repeatable,
  tokenStdin,
  wholeNumber,
  workspace,
  yes,
  type Entry,
} from '../entry';

const routingKey = repeatable('--routing-key <key>', 'a queue of theirs; "none" for all');
const capacity = option(
  '--capacity <number>',
  'how many conversations they mean to hold; limits nothing',
).argParser(wholeNumber(1));

/** What a workspace holds, and who. */
export const workspaceEntries: readonly Entry[] = [
  {
    usage: 'operators list',
    summary: "List a workspace's operators and who is there",
    options: [workspace, ...paging],
    examples: ['relayctl operators', 'relayctl operators --workspace "Shop Ltd"'],
    load: async () => (await import('./list')).operators,
  },
  {
    usage: 'operators create <email>',
    summary: 'Make a member an operator, or invite a stranger as one',
    options: [
      option('--name <name>', 'what visitors see').makeOptionMandatory(),
      repeatable('--tenant <name or id>', 'a tenant of theirs').makeOptionMandatory(),
      routingKey,
      capacity,
      workspace,
    ],
    examples: [
      'relayctl operators create camille@shop.example --name Camille --tenant Shop',
      'relayctl operators create sam@shop.example --name Sam --tenant Shop --routing-key paris --capacity 3',
    ],
    load: async () => (await import('./create')).createOperator,
  },
  {
    usage: 'operators update <operator>',
    summary: 'Change an operator, by name or id; what is given replaces what was there',
    options: [
      option('--name <name>', 'what visitors see'),
      repeatable('--tenant <name or id>', 'a tenant of theirs'),
      routingKey,
      capacity,
      workspace,
    ],
    examples: [
      'relayctl operators update Camille --tenant Shop --tenant "Shop Lyon"',
      'relayctl operators update Camille --routing-key none',
    ],
    load: async () => (await import('./create')).updateOperator,
  },
  {
    usage: 'operators remove <operator>',
    summary: 'Take an operator out of the inbox, by name or id; the account stays a member',
    options: [workspace, yes],
    examples: ['relayctl operators remove Camille'],
    load: async () => (await import('./create')).removeOperator,
  },
  {
    usage: 'members list',
    summary: "List a workspace's members and their roles",
    options: [workspace, ...paging],
    examples: ['relayctl members'],
    load: async () => (await import('../members/list')).members,
  },
  {
    usage: 'members set-role <member> <role>',
    summary: `Make a member, by e-mail or id, ${ROLES.join(', ')}`,
    options: [workspace],
    examples: ['relayctl members set-role camille@shop.example admin'],
    load: async () => (await import('../members/set-role')).setRole,
  },
  {
    usage: 'members remove <member>',
    summary: 'Take a member, by e-mail or id, out of a workspace',
    options: [workspace, yes],
    examples: ['relayctl members remove camille@shop.example'],
    load: async () => (await import('../members/set-role')).removeMember,
  },
  {
    usage: 'invitations list',
    summary: "List a workspace's invitations",
    options: [workspace, ...paging],
    examples: [
      'relayctl invitations',
      'relayctl invitations --all --json | jq \'.invitations[] | select(.status == "pending")\'',
    ],
    load: async () => (await import('../invitations/list')).invitations,
  },
  {
    usage: 'invitations send <email>',
    summary: 'Invite an address into a workspace; replaces its open invitation',
    options: [option('--role <role>', 'as what').choices(ROLES).makeOptionMandatory(), workspace],
    examples: ['relayctl invitations send camille@shop.example --role admin'],
    note:
      'Who has no account yet accepts it with relayctl register, else with relayctl invitations accept.\n' +
      'Who is to answer visitors is invited by relayctl operators create.',
    load: async () => (await import('../invitations/send')).sendInvitation,
  },
  {
    usage: 'invitations resend <invitation>',
    summary: 'Send an invitation again, by e-mail or id, with a new token',
    options: [workspace],
    examples: ['relayctl invitations resend camille@shop.example'],
    load: async () => (await import('../invitations/send')).resendInvitation,
  },
  {
    usage: 'invitations revoke <invitation>',
    summary: 'Take an invitation back, by e-mail or id',
    options: [workspace],
    examples: ['relayctl invitations revoke camille@shop.example'],
    load: async () => (await import('../invitations/send')).revokeInvitation,
  },
  {
    usage: 'invitations accept',
    summary: 'Join a workspace by invitation, with the account that is signed in',
    options: [tokenStdin],
    examples: [
      'relayctl invitations accept',
      'RELAY_INVITE_TOKEN="$(cat token)" relayctl invitations accept --json',
    ],
    note: 'Who has no account yet runs relayctl register.',
    load: async () => (await import('../invitations/accept')).acceptInvitation,
  },
  {
    usage: 'audit',
    summary: 'Show who did what in a workspace, and from where; for a super-admin, on the platform',
    options: [workspace, ...paging],
    examples: ['relayctl audit --limit 20'],
    load: async () => (await import('../system/audit')).audit,
  },
];
