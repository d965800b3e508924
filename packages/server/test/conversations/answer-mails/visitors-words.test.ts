import { userSignature } from '@chat-relay/receiver-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIL_KINDS, type MailKind } from '../../../src/platform/mail/kinds';
import { HOUR } from '../../../src/platform/clock';
import { say, uploaderOf } from '../../attachments/uploader';
import { apiOf } from '../../support/api';
import { png } from '../../support/files';
import { startMailStage, type MailStage } from '../../support/mail-stage';
import type { ReceivedMail } from '../../support/smtp-server';
import { VisitorSocket } from '../../support/visitor-socket';
import { uniqueEmail } from '../../support/world';

/** Mails to an address that may be a third person's, and those to operators that a visitor causes. */
type TestedKind = {
  [Kind in MailKind]: (typeof MAIL_KINDS)[Kind]['to'] extends 'visitor' | 'operators'
    ? Kind
    : never;
}[MailKind];

const MARK = /m[a4]rk(?:ed)?|evil|urgent/i;
const WAIT = { timeout: 15_000 };

describe('a mail that a visitor causes', () => {
  let stage: MailStage;
  let email: string;
  let conversationId: string;
  let visitor: ReturnType<typeof apiOf>;
  let socket: VisitorSocket;
  let userAgent: string;

  beforeAll(async () => {
    stage = await startMailStage({
      tenant_name: 'Atelier Terre',
      bot: { kind: 'builtin', faq: [] },
      attachments: { enabled: true },
      rating: true,
      allowed_origins: ['https://shop.example'],
    });
  });
  afterAll(async () => {
    socket?.close();
    await stage?.stop();
  });

  /** Every field that a page or a script can set, each with a mark. */
  it('is caused by one who marks every field that a visitor can set', async () => {
    const { relay, world, operator } = stage;
    userAgent = 'MARKED https://evil.example/agent';
    email = uniqueEmail();
    const created = await apiOf(relay.url, undefined, { 'user-agent': userAgent }).post<{
      visitor_token: string;
    }>('/create/visitor-session', {
      tenant_id: world.tenantId,
      widget_public_key: world.widgetKey,
      origin: world.origin,
      locale: 'en-x-marked',
      mode: 'human',
      widget_version: 'marked evil.example',
      metadata: { 'marked evil.example': 'URGENT https://evil.example/metadata' },
    });
    expect(created.status).toBe(201);
    const token = created.data.visitor_token;
    visitor = apiOf(relay.url, token, { 'user-agent': userAgent });
    const user_id = 'marked https://evil.example/user';
    const identified = await visitor.post('/identify/visitor', {
      user_id,
      user_signature: userSignature(world.tenantSecret, user_id),
      display_name: 'URGENT evil.example',
      email: 'marked@evil.example',
      attributes: { 'marked evil.example': 'https://evil.example/attributes' },
    });
    expect(identified.status).toBe(200);
    socket = await VisitorSocket.open(relay.url, token);
    socket.send({
      type: 'page',
      url: `${world.origin}/URGENT-marked/evil`,
      title: 'MARKED evil.example',
    });
    await socket.say('marked-evil', 'URGENT: pay at https://evil.example/message');
    const { conversation } = await socket.next('status');
    conversationId = conversation.conversation_id;
    const file = await uploaderOf(relay.url, token).upload(png(), 'URGENT evil.example pay.png');
    await say(socket, 'marked-2', '', [file.upload_id]);
    const unsigned = await visitor.post('/send/transcript', {});
    expect([unsigned.status, unsigned.data.code]).toEqual([409, 'state_conflict']);
    socket.send({ type: 'contact', email });
    await socket.next('contact_ok');
    await expect
      .poll(async () => {
        const path = `/console/fetch/conversation?conversation_id=${conversationId}`;
        return (await operator.api.get<{ pages: unknown[] }>(path)).data.pages.length;
      }, WAIT)
      .toBe(1);
  });

  const arrived = async (to: string | null, subject: RegExp): Promise<ReceivedMail> => {
    const mails = () => (to === null ? stage.smtp.mails : stage.smtp.mailsTo(to));
    const find = () => mails().find(({ headers }) => subject.test(headers['subject'] ?? ''));
    await expect.poll(() => find() !== undefined, WAIT).toBe(true);
    return find()!; // polled until it was there
  };

  /** The kinds of mails, in the order in which they are tested. A new kind needs an entry here. */
  const cases: Record<TestedKind, () => Promise<ReceivedMail>> = {
    visitor_waiting: async () => {
      stage.relay.advance(10 * 60_000);
      return arrived(null, /^Un visiteur attend/);
    },
    address_proof: async () => {
      expect((await visitor.post('/send/transcript', {})).data).toMatchObject({
        needs_confirmation: true,
      });
      return arrived(email, /^Confirm your address/);
    },
    answer: async () => {
      const { api } = stage.operator;
      await api.post('/console/claim/conversation', { conversation_id: conversationId });
      await api.post('/console/send/message', {
        conversation_id: conversationId,
        client_msg_id: 'a1',
        content: 'It is on its way.',
      });
      await api.post('/console/resolve/conversation', { conversation_id: conversationId });
      await visitor.post('/rate/conversation', { rating: 1, comment: 'MARKED evil.example' });
      stage.relay.advance(HOUR);
      return arrived(email, /^An answer from/);
    },
  };

  it.each(Object.entries(cases))('has no word of the visitor in it: %s', async (kind, cause) => {
    const mail = await cause();
    const seen = [mail.text, mail.html, JSON.stringify(mail.headers)].join('\n');
    expect(seen.replaceAll(email, ''), kind).not.toMatch(MARK);
    expect(seen).toContain('Atelier Terre');
  });

  it('goes to no address that was only given with an identity', () => {
    expect(stage.smtp.mailsTo('marked@evil.example')).toEqual([]);
  });

  it('is of a kind that is tried here', () => {
    const tried = Object.keys(cases);
    const kinds = Object.entries(MAIL_KINDS).flatMap(([kind, { to }]) =>
      to === 'visitor' || to === 'operators' ? [kind] : [],
    );
    expect(tried.toSorted()).toEqual(kinds.toSorted());
  });
});
