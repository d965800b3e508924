import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf, type Api } from '../support/api';
import { writeSql } from '../support/direct-sql';
import { FeedClient } from '../support/feed-client';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';
import { addMember, signIn, type Member } from '../support/members';
import { PASSWORD } from '../support/world';

/** Interval of the timer that checks every feed, plus room for a busy machine. */
const WITHIN_MS = 2_000;

const relay = useRelay();
let world: World;
beforeAll(async () => {
  world = await createWorld(relay.url, { bot: { kind: 'none' } });
});

interface Sitting {
  member: Member;
  /** Another session of the same account. */
  other: Api;
}

const sessionIdOf = async (api: Api): Promise<string> => {
  const { data } = await api.get<{ sessions: { session_id: string; is_current: boolean }[] }>(
    '/console/fetch/sessions',
  );
  return data.sessions.find(({ is_current }) => is_current)?.session_id ?? '';
};

/** Every way in which a session ends before its time. */
const WAYS: Record<string, (sitting: Sitting) => Promise<unknown>> = {
  logout: ({ member }) => member.api.post('/console/logout'),
  'revoke/session': async ({ member, other }) =>
    other.post('/console/revoke/session', { session_id: await sessionIdOf(member.api) }),
  'revoke/other-sessions': ({ other }) => other.post('/console/revoke/other-sessions'),
  'change/password': ({ other }) =>
    other.post('/console/change/password', {
      current_password: PASSWORD,
      password: `${PASSWORD} two`,
    }),
  'reset/password': async ({ member: { email } }) => {
    const { data } = await apiOf(relay.url).post<{ challenge_token: string; dev_otp: string }>(
      '/console/forgot/password',
      { email },
    );
    return apiOf(relay.url).post('/console/reset/password', {
      challenge_token: data.challenge_token,
      otp: data.dev_otp,
      password: `${PASSWORD} two`,
    });
  },
  'a node that could not notify the others': async ({ member }) =>
    writeSql(relay.database, 'UPDATE console_sessions SET revoked_at = 1 WHERE session_id = ?', [
      await sessionIdOf(member.api),
    ]),
};

function isOverWithin(ms: number, over: Promise<void>): Promise<boolean> {
  return Promise.race([
    over.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms)),
  ]);
}

describe('a session that was ended by', () => {
  it.each(Object.keys(WAYS))(
    'refuses a session that was ended by %s, and closes its live feed within 2 s',
    async (way) => {
      const member = await addMember(relay.url, world, 'admin');
      const other = apiOf(relay.url, (await signIn(relay.url, member.email)).token);
      const feed = await FeedClient.open(relay.url, member.token, [`/inbox/${world.workspaceId}`]);

      await WAYS[way]!({ member, other });
      const endedAt = performance.now();
      const refused = await member.api.get('/console/fetch/account');
      expect([refused.status, refused.data.code]).toEqual([401, 'session_revoked']);
      const timeLeftMs = WITHIN_MS - (performance.now() - endedAt);
      expect(await isOverWithin(timeLeftMs, feed.disconnected), 'the feed is over').toBe(true);

      const known = feed.updates.length;
      const visitor = await createVisitor(relay.url, world);
      const socket = await VisitorSocket.open(relay.url, visitor.token);
      await socket.say('m1', 'Is anybody there?');
      socket.close();
      expect(feed.updates).toHaveLength(known);
      const again = FeedClient.open(relay.url, member.token);
      await expect(again).rejects.toMatchObject({ statusCode: 401 });
    },
  );

  it('pushes nothing after a logout, however many feeds are open', async () => {
    const member = await addMember(relay.url, world, 'admin');
    const { token } = await signIn(relay.url, member.email);
    const paths = [`/inbox/${world.workspaceId}`];
    const others: FeedClient[] = [];
    for (let i = 0; i < 50; i++) {
      others.push(await FeedClient.open(relay.url, world.ownerToken, paths));
    }
    const feed = await FeedClient.open(relay.url, token, paths);
    const visitor = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, visitor.token);

    expect((await apiOf(relay.url, token).post('/console/logout')).status).toBe(200);
    const known = feed.updates.length;
    await socket.say('m1', 'Is anybody there?');
    await feed.disconnected;
    expect(feed.updates).toHaveLength(known);
    socket.close();
    for (const other of others) await other.close();
  });
});
