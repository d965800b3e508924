import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/commands/catalogue';
import { withCurrentName } from '../../src/commands/renamed';
import { wordsOf } from '../support/commands';

const COMMANDS = catalogue.map(wordsOf);

const OLD_NAMES = [
  'sessions',
  'sessions revoke',
  'notes list',
  'callbacks log',
  'callbacks listen',
  'operators',
  'operators create',
  'members',
  'members set-role',
  'invitations',
  'invitations send',
  'workspaces',
  'tenants',
  'suspend',
  'reactivate',
  'admins',
  'promote',
  'demote',
  'visitor block',
  'visitor unblock',
  'visitor blocks',
];

describe('an old name of a command', () => {
  it.each(OLD_NAMES)('leads to a command that there is: %s', (old) => {
    const { args, notice } = withCurrentName(old.split(' '));
    expect(COMMANDS).not.toContain(old);
    expect([args.join(' '), `${args.join(' ')} list`]).toSatisfy((names: string[]) =>
      names.some((name) => COMMANDS.includes(name)),
    );
    expect(notice).toMatch(/^relayctl [a-z ]+ is now relayctl [a-z ]+; /);
  });

  it.each([
    [
      ['--url', 'tenants', '--json', 'members', 'remove', 'members'],
      ['--url', 'tenants', '--json', 'member', 'remove', 'members'],
    ],
    [
      ['visitor', '--json', 'block', 'x'],
      ['block', 'add', '--json', 'x'],
    ],
    [
      ['help', 'suspend'],
      ['help', 'tenant', 'suspend'],
    ],
    [
      ['--profile=ops', 'tenants', '--status', 'active'],
      ['--profile=ops', 'tenant', 'list', '--status', 'active'],
    ],
  ])('is replaced wherever it stands: %j', (args, current) => {
    expect(withCurrentName(args).args).toEqual(current);
  });

  it.each([
    [['tenant', 'show', 'members']],
    [['visitor', 'erase', '--user', 'block']],
    [['whoami', '--profile', 'admins']],
    [['constructor']],
    [[]],
  ])('is seen in no operand and no value: %j', (args) => {
    expect(withCurrentName(args)).toEqual({ args, notice: null });
  });
});

it('groups commands by a noun in the singular', () => {
  const groups = COMMANDS.filter((words) => words.includes(' ')).map(
    (words) => words.split(' ')[0],
  );
  expect(groups.filter((noun) => noun?.endsWith('s'))).toEqual([]);
});
