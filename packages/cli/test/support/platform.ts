import { afterAll, beforeAll, expect } from 'vitest';
import { apiOf } from '../../../server/test/support/api';
import { startRelay, type TestRelay } from '../../../server/test/support/relay';
import { createWorld, register, uniqueEmail, type World } from '../../../server/test/support/world';
import { configFolder, setUpRelayctl, type Outcome } from './relayctl';

/** A valid id that identifies nothing. */
export const UNKNOWN_ID = '019abcde-0000-7000-8000-000000000000';

/** A person with an account. */
interface Person {
  email: string;
  token: string;
}

/** A text to type, or a function that derives it from everything the terminal has shown. */
type Answer = string | ((output: string) => string);

/** Starts a real relay for the test file, and runs relayctl as its own process. */
export function setUpPlatform() {
  const relayctl = setUpRelayctl();
  let relay: TestRelay;
  beforeAll(async () => {
    relay = await startRelay({ env: { LIMIT_CONSOLE_PER_IP: '100000' } });
  });
  afterAll(() => relay.stop());

  const run = (
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    stdin = '',
  ): Promise<Outcome> => {
    const place = { RELAY_URL: relay.url, XDG_CONFIG_HOME: configFolder() };
    return relayctl.run(args, { env: { ...place, ...env }, stdin });
  };
  const as =
    (token: string) =>
    (args: readonly string[], stdin = '') =>
      run(args, { RELAY_TOKEN: token }, stdin);
  return {
    run,
    relay: () => relay,
    /** The path of its program. */
    main: relayctl.main,
    /** relayctl with a person's login. */
    as,
    /** A world, and relayctl with the login of its owner. */
    setUpWorld: async () => {
      const world = await createWorld(relay.url);
      return { world, run: as(world.ownerToken) };
    },
    /** relayctl with the relay's admin key. */
    breakGlass: (args: readonly string[]) => run(args, { RELAY_ADMIN_KEY: relay.adminKey }),
    createWorld: (tenant: Record<string, unknown> = {}) => createWorld(relay.url, tenant),
    /** A person with an account and their own workspace. */
    createStranger: async (): Promise<Person> => {
      const email = uniqueEmail();
      const by = { organization_name: 'Elsewhere' };
      return { email, ...(await register(relay.url, email, 'Stan Stranger', by)) };
    },
    /** A person who is a member of the world's workspace only. */
    addMember: async ({ owner, workspaceId }: World, role: string): Promise<Person> => {
      const email = uniqueEmail();
      const invited = await owner.post<{ dev_invite_token: string }>('/console/create/invitation', {
        workspace_id: workspaceId,
        email,
        role,
      });
      const by = { invite_token: invited.data.dev_invite_token };
      return { email, ...(await register(relay.url, email, 'Mia Member', by)) };
    },
    /** A new super-admin's token. */
    createSuperAdmin: async (): Promise<Person> => {
      const email = uniqueEmail();
      const by = { organization_name: 'Platform' };
      const { token } = await register(relay.url, email, 'Sam System', by);
      const headers = { 'x-admin-key': relay.adminKey };
      const query = new URLSearchParams({ email });
      const promoted = await apiOf(relay.url, undefined, headers).post(
        `/console/promote/console-admin?${query.toString()}`,
      );
      expect(promoted.status).toBe(200);
      return { token, email };
    },
    /** Runs relayctl in a terminal and types each answer once its question is shown. */
    converse: async (
      args: string,
      env: NodeJS.ProcessEnv,
      answers: readonly (readonly [question: string, answer: Answer])[],
    ) => {
      const place = { RELAY_URL: relay.url, XDG_CONFIG_HOME: configFolder() };
      const terminal = relayctl.startInTerminal(args, { ...place, ...env });
      let read = 0;
      for (const [question, answer] of answers) {
        const rest = () => terminal.output().slice(read);
        await expect.poll(rest, { timeout: 10_000 }).toContain(question);
        const text = typeof answer === 'string' ? answer : answer(terminal.output());
        read = terminal.output().length;
        terminal.type(`${text}\r`);
      }
      const exitCode = await terminal.ended;
      return { exitCode, output: terminal.output().replaceAll('\r\n', '\n') };
    },
    /** Runs a command in a terminal of that many columns, with a person's login. */
    runInTerminal: async (
      args: string,
      {
        token,
        columns = 80,
        answer,
      }: { token: string; columns?: number; answer?: string | (() => Promise<string>) },
      env: NodeJS.ProcessEnv = {},
    ) => {
      const terminal = relayctl.startInTerminal(
        args,
        { RELAY_URL: relay.url, RELAY_TOKEN: token, XDG_CONFIG_HOME: configFolder(), ...env },
        columns,
      );
      if (answer !== undefined) {
        await expect.poll(terminal.output, { timeout: 10_000 }).toContain('to continue: ');
        terminal.type(`${typeof answer === 'string' ? answer : await answer()}\r`);
      }
      const exitCode = await terminal.ended;
      return { exitCode, output: terminal.output().replaceAll('\r\n', '\n') };
    },
  };
}
