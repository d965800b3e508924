import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { addOperator, uniqueEmail, type World } from '../../../server/test/support/world';
import { catalogue } from '../../src/commands/catalogue';
import { commandsWith, wordsOf } from '../support/commands';
import { runInProcess } from '../support/in-process';
import { setUpPlatform, UNKNOWN_ID } from '../support/platform';
import { configFolder } from '../support/relayctl';

const platform = setUpPlatform();
const CONVERSATION = '66a0c1f27d3e4b5a69788796';
const NOWHERE = 'http://127.0.0.1:9';

interface Files {
  csv: string;
  lines: string;
  folder: string;
}

/** Arguments that a command needs in addition to its tenant. */
const MORE: Record<string, (files: Files) => string[]> = {
  'bot test': () => ['When?'],
  'bot eval': ({ csv }) => [csv],
  'bot dismiss-unanswered': () => [CONVERSATION],
  'faq add': () => ['--question', 'When?', '--answer', 'At nine.'],
  'knowledge sync': ({ folder }) => [folder, '--dry-run'],
  import: ({ lines }) => [lines, '--dry-run'],
  'callback replay': () => ['--since', '1h', '--dry-run'],
  'callback listen': () => ['--forward-to', NOWHERE],
  'callback trigger': () => ['message-received', '--to', NOWHERE],
  'callback sign': () => ['--data', '{}'],
  'callback verify-receiver': () => [NOWHERE],
  'operator create': () => [uniqueEmail(), '--name', 'Oscar'],
  'operator update': () => ['Oscar'],
  'tenant update': () => ['--rating', 'on'],
  'block remove': () => [UNKNOWN_ID],
  'visitor export': () => ['--user', '4711'],
  'visitor erase': () => ['--user', '4711', '--dry-run'],
  inbox: () => ['--json'],
};
/** Commands that end only on a signal. */
const ENDLESS = ['callback listen', 'inbox'];
const OF_PLATFORM = ['tenant suspend', 'tenant reactivate'];

const byOperand = catalogue.filter(({ usage }) => usage.includes('<tenant>'));
const COMMANDS = [
  ...byOperand.map((entry) => [wordsOf(entry), 'operand'] as const),
  ...commandsWith('--tenant').map((entry) => [wordsOf(entry), 'option'] as const),
];

describe('a tenant on the command line', () => {
  const ids = { Alone: '', Twin: '', TWIN: '' };
  let tokens: { owner: string; system: string };
  let world: World;

  beforeAll(async () => {
    world = await platform.createWorld({ tenant_name: 'Alone' });
    ids.Alone = world.tenantId;
    for (const tenant_name of ['Twin', 'TWIN'] as const) {
      const { workspaceId: workspace_id } = world;
      const { data } = await world.owner.post<{ tenant: { tenant_id: string } }>(
        '/console/create/tenant',
        { workspace_id, tenant_name, allowed_origins: [] },
      );
      ids[tenant_name] = data.tenant.tenant_id;
    }
    await addOperator(platform.relay().url, world, 'Oscar');
    const { token } = await platform.createSuperAdmin();
    tokens = { owner: world.ownerToken, system: token };
  });

  const call = (command: string, how: 'operand' | 'option', wanted: string) => {
    const folder = configFolder();
    const files = { csv: join(folder, 'q.csv'), lines: join(folder, 'c.jsonl'), folder };
    writeFileSync(files.csv, 'When?,escalate\n');
    writeFileSync(files.lines, '');
    writeFileSync(join(folder, 'a.md'), '# A\n\nText\n');
    const named = how === 'operand' ? [wanted] : ['--tenant', wanted];
    const args = [...command.split(' '), ...named, ...(MORE[command]?.(files) ?? [])];
    return runInProcess(args, {
      RELAY_URL: platform.relay().url,
      RELAY_TOKEN: OF_PLATFORM.includes(command) ? tokens.system : tokens.owner,
      TENANT_SECRET: `ts_${'A'.repeat(43)}`,
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
    });
  };

  it('is taken by every command that is about one', () => {
    expect(COMMANDS.length).toBeGreaterThan(30);
  });

  it.each(COMMANDS)('is found by one rule in %s (%s)', async (command, how) => {
    const unknown = await call(command, how, 'Nope');
    expect(unknown).toEqual({
      exitCode: 4,
      stdout: '',
      stderr:
        'relayctl: There is no tenant with the name “Nope”. There are: Alone, Twin, TWIN. relayctl tenant list shows them.\n',
    });
    const ambiguous = await call(command, how, 'tWiN');
    expect(ambiguous).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `relayctl: Several tenants have the name “tWiN”. Give an id: Twin (${ids.Twin}), TWIN (${ids.TWIN}).\n`,
    });
    if (ENDLESS.includes(command)) return;
    for (const wanted of ['alone', 'TWIN', ids.Twin]) {
      const { stderr } = await call(command, how, wanted);
      expect(stderr).not.toMatch(
        /There is no tenant|Several tenants|fields are not valid|unknown option/,
      );
    }
  });
});
