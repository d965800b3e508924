import { beforeAll, describe, expect, it } from 'vitest';
import { addOperator, type World } from '../../../server/test/support/world';
import { commandsWith, wordsOf } from '../support/commands';
import { runInProcess } from '../support/in-process';
import { setUpPlatform } from '../support/platform';
import { configFolder } from '../support/relayctl';

const platform = setUpPlatform();

interface Stage {
  world: World;
  member: string;
  system: string;
}

/** Arguments of each command that asks before it acts. */
const REST: Record<string, (stage: Stage) => string[]> = {
  'account delete': () => [],
  'workspace delete': () => ['Shop Ltd'],
  'visitor erase': () => ['--user', '4711'],
  'tenant update': () => ['Shop', '--origin', 'https://other.example'],
  'tenant activate-secret': () => ['Shop'],
  'tenant delete': () => ['Shop'],
  'operator remove': () => ['Oscar'],
  'member remove': ({ member }) => [member],
  'admin demote': () => ['someone@shop.example'],
  'tenant suspend': ({ world }) => [world.tenantId],
};

describe('an act that asks first', () => {
  let stage: Stage;

  beforeAll(async () => {
    const world = await platform.createWorld();
    await addOperator(platform.relay().url, world, 'Oscar');
    const { email: member } = await platform.addMember(world, 'admin');
    const { token: system } = await platform.createSuperAdmin();
    stage = { world, member, system };
  });

  it.each(commandsWith('--yes').map(wordsOf))(
    'says nothing of its effect without a terminal: %s',
    async (command) => {
      const rest = REST[command]?.(stage);
      expect(rest, 'a line for the command in this test').toBeDefined();
      const outcome = await runInProcess([...command.split(' '), ...(rest ?? [])], {
        RELAY_URL: platform.relay().url,
        RELAY_TOKEN: command === 'tenant suspend' ? stage.system : stage.world.ownerToken,
        RELAY_ADMIN_KEY: platform.relay().adminKey,
        XDG_CONFIG_HOME: configFolder(),
      });
      expect(outcome).toEqual({
        exitCode: 2,
        stdout: '',
        stderr: 'relayctl: There is no terminal for questions: give --yes if you mean it.\n',
      });
    },
  );
});
