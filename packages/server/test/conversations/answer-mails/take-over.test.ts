import { userSignature } from '@chat-relay/receiver-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../support/api';
import { startMailStage, type MailStage } from '../../support/mail-stage';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, uniqueEmail } from '../../support/world';
import { answer, leave, resume, tokenIn, type Absence } from './stage';

const EXPIRED = [404, 'session_expired'];

/** A stranger began the chat and left the address of a third person, who has the mailbox. */
describe('the owner of a mailbox who follows a mailed link', () => {
  let stage: MailStage;

  beforeAll(async () => {
    stage = await startMailStage({ bot: { kind: 'none' }, widget: { cross_device: true } });
  });
  afterAll(() => stage.stop());

  const linkTo = async (email: string, nth = 0): Promise<string> => {
    const mails = () => stage.smtp.mailsTo(email);
    await expect.poll(() => mails().length, { timeout: 15_000 }).toBe(nth + 1);
    return tokenIn(mails()[nth]?.text ?? '');
  };
  async function mailed(): Promise<Absence & { link: string }> {
    const away = await leave(stage, stage.relay);
    await answer(stage.operator.api, away, 'a1', 'It left today.');
    stage.relay.advance(61_000);
    return { ...away, link: await linkTo(away.email) };
  }
  const follow = async (link: string) => {
    const followed = await resume(stage.relay.url, link);
    expect(followed.status).toBe(200);
    return {
      token: followed.data.visitor_token,
      api: apiOf(stage.relay.url, followed.data.visitor_token),
    };
  };
  const outcomeOf = async (call: Promise<{ status: number; data: { code?: string } }>) => {
    const { status, data } = await call;
    return [status, data.code];
  };
  const contactOf = async ({ conversationId }: Absence) => {
    const { data } = await stage.operator.api.get<{
      conversation: { visitor: { contact_email: string; contact_proven: boolean } };
    }>(`/console/fetch/conversation?conversation_id=${conversationId}`);
    const { contact_email, contact_proven } = data.conversation.visitor;
    return [contact_email, contact_proven];
  };

  it('ends every earlier token of the session', async () => {
    const { visitor, link } = await mailed();
    const strangers = await VisitorSocket.open(stage.relay.url, visitor.token);
    const { data } = await visitor.api.post<{ visitor_token: string }>('/refresh/visitor-token');
    const refreshed = apiOf(stage.relay.url, data.visitor_token);

    const owner = await follow(link);
    expect(await strangers.closed).toEqual({ code: 4404, reason: 'session_expired' });
    for (const api of [visitor.api, refreshed]) {
      expect(await outcomeOf(api.post('/refresh/visitor-token'))).toEqual(EXPIRED);
      expect(await outcomeOf(api.get('/fetch/messages'))).toEqual(EXPIRED);
      expect(await outcomeOf(api.get('/fetch/transcript'))).toEqual(EXPIRED);
      expect(await outcomeOf(api.post('/send/transcript', {}))).toEqual(EXPIRED);
      expect(await outcomeOf(api.post('/set/contact', { email: uniqueEmail() }))).toEqual(EXPIRED);
      expect(await outcomeOf(api.post('/end/visitor-session'))).toEqual(EXPIRED);
    }
    const late = new VisitorSocket(stage.relay.url, visitor.token);
    expect((await late.closed).code).toBe(4404);

    const socket = await VisitorSocket.open(stage.relay.url, owner.token, { since: 0 });
    expect((await socket.say('m9', 'It is me.')).seq).toBeGreaterThan(1);
    socket.send({ type: 'auth', token: visitor.token });
    await socket.next('error', ({ code }) => code === 'token_invalid');
    expect((await owner.api.post('/refresh/visitor-token')).status).toBe(200);
    socket.close();
  });

  it('makes the mailed address the contact, whatever was left since', async () => {
    const away = await mailed();
    const theirs = uniqueEmail();
    expect((await away.visitor.api.post('/set/contact', { email: theirs })).status).toBe(200);
    expect(await contactOf(away)).toEqual([theirs, false]);
    const owner = await follow(away.link);
    expect(await contactOf(away)).toEqual([away.email, true]);
    expect((await owner.api.post('/send/transcript', {})).data).toMatchObject({
      needs_confirmation: false,
    });
    await expect.poll(() => stage.smtp.mailsTo(away.email).length, { timeout: 15_000 }).toBe(2);
    expect(stage.smtp.mailsTo(theirs)).toEqual([]);
  });

  it('ends the other links of the session', async () => {
    const { visitor, email, link } = await mailed();
    expect((await visitor.api.post('/send/transcript', {})).status).toBe(200);
    const second = await linkTo(email, 1);
    await follow(second);
    expect(await outcomeOf(resume(stage.relay.url, link))).toEqual(EXPIRED);
  });

  it('leaves no live token to one who refreshes at the same time', async () => {
    const { visitor, link } = await mailed();
    const refreshes = Array.from({ length: 20 }, () =>
      visitor.api.post<{ visitor_token: string }>('/refresh/visitor-token'),
    );
    const [owner, ...answers] = await Promise.all([follow(link), ...refreshes]);
    for (const { status, data } of answers) {
      if (status !== 200) continue;
      const api = apiOf(stage.relay.url, data.visitor_token);
      expect(await outcomeOf(api.get('/fetch/messages'))).toEqual(EXPIRED);
    }
    expect((await owner.api.get('/fetch/messages')).status).toBe(200);
  });

  it('gets no message that the stranger writes after that', async () => {
    const { visitor, link } = await mailed();
    const stranger = await VisitorSocket.open(stage.relay.url, visitor.token);
    const write = (from: number) => {
      for (let n = from; n < from + 15; n++) {
        stranger.send({ type: 'msg', client_msg_id: `s${n}`, content: `stranger ${n}` });
      }
    };
    write(0);
    // The link may be faster than the first message.
    const answered = Promise.race([stranger.next('ack'), stranger.closed]);
    const [owner] = await Promise.all([follow(link), answered]);
    const contents = async () => {
      const { data } = await owner.api.get<{ messages: { content: string }[] }>(
        '/fetch/messages?limit=200',
      );
      return data.messages.map(({ content }) => content);
    };
    const first = await contents();
    write(15);
    await stranger.closed;
    expect(await contents()).toEqual(first);
    const acked = stranger.frames.filter(({ type }) => type === 'ack').length;
    expect(first.filter((content) => content.startsWith('stranger')).length).toBeGreaterThanOrEqual(
      acked,
    );
  });

  it('keeps the conversation, although the stranger proves to be a user', async () => {
    const user_id = `stranger ${uniqueEmail()}`;
    const user_signature = userSignature(stage.world.tenantSecret, user_id);
    const away = await leave(stage, stage.relay);
    await away.visitor.api.post('/identify/visitor', { user_id, user_signature });
    await answer(stage.operator.api, away, 'a1', 'It left today.');
    stage.relay.advance(61_000);
    await follow(await linkTo(away.email));
    const again = await createVisitor(stage.relay.url, stage.world);
    const { status, data } = await again.api.post<{ session_id: string }>('/identify/visitor', {
      user_id,
      user_signature,
    });
    expect([status, data.session_id]).toEqual([200, again.sessionId]);
  });
});
