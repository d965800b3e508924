import { paging, workspace, type Entry } from './entry';

/** What a workspace holds. */
export const workspaceEntries: readonly Entry[] = [
  {
    usage: 'operators',
    summary: "List a workspace's operators and who is there",
    options: [workspace, ...paging],
    examples: ['relayctl operators', 'relayctl operators --workspace "Shop Ltd"'],
    load: async () => (await import('../commands/operators')).operators,
  },
  {
    usage: 'members',
    summary: "List a workspace's members and their roles",
    options: [workspace, ...paging],
    examples: ['relayctl members'],
    load: async () => (await import('../commands/members')).members,
  },
  {
    usage: 'invitations',
    summary: "List a workspace's invitations",
    options: [workspace, ...paging],
    examples: [
      'relayctl invitations',
      'relayctl invitations --all --json | jq \'.invitations[] | select(.status == "pending")\'',
    ],
    load: async () => (await import('../commands/invitations')).invitations,
  },
  {
    usage: 'audit',
    summary: 'Show who did what in a workspace, and from where; for a super-admin, on the platform',
    options: [workspace, ...paging],
    examples: ['relayctl audit --limit 20'],
    load: async () => (await import('../commands/audit')).audit,
  },
];
