import { ROLES } from '../../relay/roles';
import { option, paging, tokenStdin, workspace, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'invitation list',
    summary: "List a workspace's invitations",
    options: [workspace, ...paging],
    examples: [
      'relayctl invitation',
      'relayctl invitation --all --json | jq \'.invitations[] | select(.status == "pending")\'',
    ],
    load: async () => (await import('./list')).invitations,
  },
  {
    usage: 'invitation send <email>',
    summary: 'Invite an address into a workspace; replaces its open invitation',
    options: [option('--role <role>', 'as what').choices(ROLES).makeOptionMandatory(), workspace],
    examples: ['relayctl invitation send camille@shop.example --role admin'],
    note:
      'People without an account accept it with relayctl register, others with relayctl invitation accept.\n' +
      'To invite a person who answers visitors, use relayctl operator create.',
    load: async () => (await import('./send')).sendInvitation,
  },
  {
    usage: 'invitation resend <invitation>',
    summary: 'Send an open invitation again, by e-mail or id, with a new token',
    options: [workspace],
    examples: ['relayctl invitation resend camille@shop.example'],
    load: async () => (await import('./resend')).resendInvitation,
  },
  {
    usage: 'invitation revoke <invitation>',
    summary: 'Revoke an open invitation, by e-mail or id',
    options: [workspace],
    examples: ['relayctl invitation revoke camille@shop.example'],
    load: async () => (await import('./revoke')).revokeInvitation,
  },
  {
    usage: 'invitation accept',
    summary: 'Join a workspace by invitation, with the account that is signed in',
    options: [tokenStdin],
    examples: [
      'relayctl invitation accept',
      'RELAY_INVITE_TOKEN="$(cat token)" relayctl invitation accept --json',
    ],
    note: 'Without an account, run relayctl register instead.',
    load: async () => (await import('./accept')).acceptInvitation,
  },
];
