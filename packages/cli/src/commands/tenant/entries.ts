import { option, paging, repeatable, wholeNumber, workspace, yes, type Entry } from '../entry';

const target = (text: string) => (text === 'none' ? text : wholeNumber(10)(text));
const settings = [
  option('--callback-url <url>', 'the callback address; "none" for no callbacks'),
  option('--locale <locale>', 'the language for visitors whose own is not available'),
  option(
    '--retention-days <days>',
    'delete conversations this long after their last message; "none" keeps them',
  ).argParser((text) => (text === 'none' ? text : wholeNumber(1)(text))),
  option(
    '--rating <on|off>',
    'whether the widget asks for a rating after a resolved conversation',
  ).choices(['on', 'off']),
  option(
    '--assignment <rule>',
    'hand waiting conversations to the operator online with the most room: "capacity", or "off"',
  ).choices(['off', 'capacity']),
  option(
    '--waiting-mail <on|off>',
    'whether operators get a mail while a visitor waits and none of them is online',
  ).choices(['on', 'off']),
  option(
    '--target-wait <seconds>',
    'claim conversations within this time; sets both targets, and the one not given to none',
  ).argParser(target),
  option('--target-first-answer <seconds>', 'answer a first message within this time').argParser(
    target,
  ),
  option('--data <json>', 'other settings (widget, bot, hours): JSON, @file or - for stdin'),
];

export const entries: readonly Entry[] = [
  {
    usage: 'tenant list',
    summary: "List a workspace's tenants; a super-admin sees all",
    options: [
      option('--status <status>', 'only these').choices(['active', 'suspended', 'deleting']),
      workspace,
      ...paging,
    ],
    examples: [
      'relayctl tenant list --status suspended',
      'relayctl tenant list --workspace "Shop Ltd"',
    ],
    load: async () => (await import('./list')).tenants,
  },
  {
    usage: 'tenant create <name>',
    summary: 'Create a tenant and print its secret',
    options: [
      workspace,
      repeatable('--origin <origin>', 'the origin of a page that may open the chat'),
      ...settings,
      option('--no-answer', 'do not become an operator of it'),
    ],
    examples: [
      'relayctl tenant create Shop --origin https://shop.example',
      'relayctl tenant create Shop --origin https://shop.example --json | jq -r .tenant_secret > secret',
    ],
    load: async () => (await import('./create')).createTenant,
  },
  {
    usage: 'tenant show <tenant>',
    summary: 'Show a tenant, by name or id',
    examples: ['relayctl tenant show Shop', 'relayctl tenant show Shop --json | jq .tenant.bot'],
    load: async () => (await import('./show')).showTenant,
  },
  {
    usage: 'tenant sightings <tenant>',
    summary: 'Show from which pages its widget calls, and what was refused',
    examples: ['relayctl tenant sightings Shop'],
    load: async () => (await import('./sightings')).tenantSightings,
  },
  {
    usage: 'tenant update <tenant>',
    summary: "Change a tenant's settings; each given option replaces the old value",
    options: [
      option('--name <name>', 'its new name'),
      repeatable('--add-origin <origin>', 'let the pages of this origin open the chat, too'),
      repeatable('--remove-origin <origin>', 'no longer let its pages open the chat'),
      repeatable('--origin <origin>', 'replace all origins with these'),
      ...settings,
      yes,
    ],
    examples: [
      'relayctl tenant update Shop --callback-url https://api.shop.example',
      'relayctl tenant update Shop --add-origin https://blog.shop.example',
      'relayctl tenant update Shop --retention-days 365',
      'relayctl tenant update Shop --rating on',
      `relayctl tenant update Shop --data '{"bot": {"kind": "none"}}'`,
    ],
    note:
      'It shows how the origins change. If --origin leaves out one that is there, it asks first (or needs --yes).\n' +
      'When someone else changes the tenant at the same moment, --origin changes nothing and ends with 4.',
    load: async () => (await import('./update')).updateTenant,
  },
  {
    usage: 'tenant rotate-secret <tenant>',
    summary: 'Create a new secret and print it; the old one stays in use',
    examples: ['relayctl tenant rotate-secret Shop > new-secret'],
    load: async () => (await import('./rotate-secret')).rotateSecret,
  },
  {
    usage: 'tenant activate-secret <tenant>',
    summary: 'Start signing with the new secret; deploy it to the backend first',
    options: [
      option('--grace <seconds>', 'how long the old one is accepted (default: 86400)').argParser(
        wholeNumber(0),
      ),
      yes,
    ],
    examples: ['relayctl tenant activate-secret Shop --grace 3600'],
    load: async () => (await import('./activate-secret')).activateSecret,
  },
  {
    usage: 'tenant delete <tenant>',
    summary: 'Delete a tenant in 7 days, with all its conversations; until then it is suspended',
    options: [yes],
    examples: ['relayctl tenant delete Shop'],
    load: async () => (await import('./delete')).deleteTenant,
  },
  {
    usage: 'tenant restore <tenant>',
    summary: 'Take the deletion of a tenant back',
    examples: ['relayctl tenant restore Shop'],
    load: async () => (await import('./restore')).restoreTenant,
  },
  {
    usage: 'tenant suspend <tenant>',
    summary: 'Suspend a tenant, by name or id; for super-admins',
    options: [option('--reason <text>', 'why, for the audit log'), yes],
    examples: ['relayctl tenant suspend Shop --reason "unpaid since August"'],
    load: async () => (await import('./suspend')).suspend,
  },
  {
    usage: 'tenant reactivate <tenant>',
    summary: 'End the suspension of a tenant; for super-admins',
    options: [option('--reason <text>', 'why, for the audit log')],
    examples: ['relayctl tenant reactivate Shop'],
    load: async () => (await import('./reactivate')).reactivate,
  },
];
