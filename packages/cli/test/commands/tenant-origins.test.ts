import { describe, expect, it } from 'vitest';
import type { World } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';

const platform = setUpPlatform();
const A = 'https://a.example';
const B = 'https://b.example';
const C = 'https://c.example';

const originsOf = async ({ owner, tenantId }: World): Promise<string[]> => {
  const { data } = await owner.get<{ tenant: { allowed_origins: string[] } }>(
    `/console/fetch/tenant?tenant_id=${tenantId}`,
  );
  return data.tenant.allowed_origins;
};
const setUp = async () => {
  const world = await platform.createWorld({ allowed_origins: [A, B] });
  const run = platform.as(world.ownerToken);
  return { world, update: (...args: string[]) => run(['tenant', 'update', 'Shop', ...args]) };
};

describe('the origins of a tenant', () => {
  it('are added and removed one by one, and the change is shown', async () => {
    const { world, update } = await setUp();
    const added = await update('--add-origin', C, '--rating', 'on');
    expect(added).toMatchObject({
      exitCode: 0,
      stderr: `Origins of Shop:\n    ${A}\n    ${B}\n  + ${C}\n`,
    });
    expect(added.stdout).toMatch(new RegExp(` origins +${A} ${B} ${C}\n`));
    expect(await originsOf(world)).toEqual([A, B, C]);
    expect((await update('--remove-origin', 'https://A.example:443/')).stderr).toContain(
      `  - ${A}\n`,
    );
    expect(await originsOf(world)).toEqual([B, C]);
    expect((await update('--add-origin', A, '--remove-origin', B)).exitCode).toBe(0);
    expect(await originsOf(world)).toEqual([C, A]);
    expect(await update('--remove-origin', B)).toMatchObject({
      exitCode: 4,
      stdout: '',
      stderr: `relayctl: The tenant has no origin ${B}. It has ${C}, ${A}. Nothing was changed.\n`,
    });
    expect((await update('--add-origin', B, '--origin', C)).exitCode).toBe(2);
  });

  it.each([
    [
      '--origin',
      [
        ['--origin', B],
        ['--origin', C],
      ].flat(),
    ],
    ['--data', ['--data', JSON.stringify({ allowed_origins: [B, C] })]],
  ])('are replaced as a whole by %s only when that is confirmed', async (_how, args) => {
    const { world, update } = await setUp();
    expect(await update(...args)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: 'relayctl: There is no terminal for questions: give --yes if you mean it.\n',
    });
    expect(await originsOf(world)).toEqual([A, B]);
    const line = `tenant update Shop ${args.map((arg) => `'${arg}'`).join(' ')}`;
    const asked = await platform.runInTerminal(line, { token: world.ownerToken, answer: 'Shop' });
    expect(asked.exitCode).toBe(0);
    expect(asked.output).toContain(
      `Origins of Shop:\n  - ${A}\n    ${B}\n  + ${C}\nThis will close the chat on ${A}.\n`,
    );
    expect(await originsOf(world)).toEqual([B, C]);
    expect((await update('--origin', B, '--yes', '--json')).stderr).toBe('');
    expect(await originsOf(world)).toEqual([B]);
    expect((await update('--origin', B, '--origin', A)).exitCode).toBe(0);
    expect((await update('--data', '{"allowed_origins": "x"}')).exitCode).toBe(4);
  });

  it('keep what several people add at the same moment', async () => {
    const { world, update } = await setUp();
    const added = [1, 2, 3, 4].map((n) => `https://${n}.example`);
    const outcomes = await Promise.all(added.map((origin) => update('--add-origin', origin)));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect((await originsOf(world)).toSorted()).toEqual([...added, A, B].toSorted());
  });

  it('stay as someone else has left them while the question was open', async () => {
    const { world, update } = await setUp();
    const outcome = await platform.runInTerminal(`tenant update Shop --origin ${B}`, {
      token: world.ownerToken,
      answer: async () => {
        expect((await update('--add-origin', C)).exitCode).toBe(0);
        return 'Shop';
      },
    });
    expect(outcome.exitCode).toBe(4);
    expect(outcome.output).toContain('Someone else changed this tenant');
    expect(await originsOf(world)).toEqual([A, B, C]);
  });
});
