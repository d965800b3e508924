import { paging, yes, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'workspace list',
    summary: 'List your workspaces; a super-admin sees all',
    options: paging,
    examples: ['relayctl workspace list'],
    load: async () => (await import('./list')).workspaces,
  },
  {
    usage: 'workspace show <workspace>',
    summary: 'Show a workspace that you belong to, by name or id, and your role in it',
    examples: ['relayctl workspace show "Shop Ltd"'],
    load: async () => (await import('./show')).showWorkspace,
  },
  {
    usage: 'workspace delete <workspace>',
    summary: 'Delete a workspace without tenants, at once',
    options: [yes],
    examples: ['relayctl workspace delete "Shop Ltd"'],
    load: async () => (await import('./delete')).deleteWorkspace,
  },
];
