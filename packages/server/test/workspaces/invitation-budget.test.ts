import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/platform/clock';
import { type Answer, type SignedIn } from '../support/console-calls';
import { startRelay, useRelay, type TestRelay } from '../support/relay';

/** Leaves these limits at their defaults. */
const UNSET = {
  LIMIT_INVITATIONS_PER_WORKSPACE_DAY: '',
  LIMIT_INVITATIONS_PER_ACCOUNT_DAY: '',
};

const relay = useRelay({ env: UNSET });

const outcome = ({ status, data }: Answer) => [status, data['code']];
const RATE_LIMITED = [429, 'rate_limited'];
const COOLDOWN = [429, 'resend_cooldown'];

let count = 0;
const newEmail = () => `guest${++count}@corp.test`;
const invite = (server: TestRelay, { token }: SignedIn, workspace_id: string, email = newEmail()) =>
  server.post('/console/create/invitation', { workspace_id, email, role: 'operator' }, { token });
const newWorkspace = async ({ token }: SignedIn): Promise<string> => {
  const { data } = await relay.post('/console/create/workspace', { name: 'Next' }, { token });
  return data['workspace'].workspace_id;
};
/** Sends `n` invitations to strangers, and returns how many were not refused. */
const sentOf = async (n: number, who: SignedIn, workspaceId = who.workspaceId) => {
  let sent = 0;
  for (let i = 0; i < n; i++) {
    const answer = await invite(relay, who, workspaceId);
    if (answer.status === 201) sent++;
    else expect(outcome(answer)).toEqual(RATE_LIMITED);
  }
  return sent;
};

describe('the budget of invitations', () => {
  it('sends ten invitations on the first day of a workspace and 50 a day later', async () => {
    const owner = await relay.register(newEmail());
    expect(await sentOf(12, owner)).toBe(10);
    relay.advance(DAY);
    expect(await sentOf(52, owner)).toBe(50);
    const refused = await invite(relay, owner, owner.workspaceId);
    expect(refused.headers.get('retry-after')).toBe(String(refused.data['retry_after_s']));
    relay.advance(DAY);
    expect(await sentOf(1, await relay.login(emailOf(owner)))).toBe(1);
  }, 60_000);

  it("counts an account's invitations over all its workspaces", async () => {
    const owner = await relay.register(newEmail());
    expect(await sentOf(6, owner)).toBe(6);
    const second = await newWorkspace(owner);
    expect(await sentOf(6, owner, second)).toBe(4);
    relay.advance(DAY);
    for (const [n, sent] of [
      [10, 10],
      [10, 10],
    ] as const) {
      expect(await sentOf(n, owner, await newWorkspace(owner))).toBe(sent);
    }
  });

  it("counts a workspace's invitations over all its admins", async () => {
    const owner = await relay.register(newEmail());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => invite(relay, owner, owner.workspaceId)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it('counts an invitation that is sent again like a new one', async () => {
    const owner = await relay.register(newEmail());
    const email = newEmail();
    const { data } = await invite(relay, owner, owner.workspaceId, email);
    const { invitation_id } = data['invitation'];
    const resend = () =>
      relay.post('/console/resend/invitation', { invitation_id }, { token: owner.token });
    for (let i = 0; i < 4; i++) expect((await resend()).status).toBe(200);
    expect(outcome(await resend())).toEqual(COOLDOWN);
    expect(outcome(await invite(relay, owner, owner.workspaceId, email))).toEqual(COOLDOWN);
    // The refused invitations have not used up the workspace's budget.
    expect(await sentOf(6, owner)).toBe(5);
  });

  it('sends one recipient as many invitations as the settings allow', async () => {
    const server = await startRelay({
      env: { ...UNSET, LIMIT_MAILS_PER_RECIPIENT_HOUR: '3', LIMIT_MAILS_PER_RECIPIENT_DAY: '4' },
    });
    try {
      const owner = await server.register(newEmail());
      const email = newEmail();
      const ask = () => invite(server, owner, owner.workspaceId, email);
      for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(201);
      expect(outcome(await ask())).toEqual(COOLDOWN);
      server.advance(HOUR);
      expect((await ask()).status).toBe(201);
      server.advance(HOUR + MINUTE);
      const refused = await ask();
      expect(outcome(refused)).toEqual(COOLDOWN);
      expect(refused.data['retry_after_s']).toBeGreaterThan(20 * 3600);
    } finally {
      await server.stop();
    }
  });

  it('uses the configured budget of invitations from the first day on', async () => {
    const server = await startRelay({
      env: {
        ...UNSET,
        LIMIT_INVITATIONS_PER_WORKSPACE_DAY: '12',
        LIMIT_INVITATIONS_PER_ACCOUNT_DAY: '30',
      },
    });
    try {
      const owner = await server.register(newEmail());
      const statuses: number[] = [];
      for (let i = 0; i < 13; i++) {
        statuses.push((await invite(server, owner, owner.workspaceId)).status);
      }
      expect(statuses).toEqual([...Array(12).fill(201), 429]);
    } finally {
      await server.stop();
    }
  });
});

const emailOf = ({ data }: SignedIn) => data['account'].email as string;
