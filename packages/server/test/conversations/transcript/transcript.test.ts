import { userSignature } from '@chat-relay/receiver-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES, messageRow } from '../../../src/conversations/journal/model';
import { createConversationStore } from '../../../src/conversations/journal/store';
import { readTranscript, type Transcript } from '../../../src/conversations/transcript/transcript';
import { newId } from '../../../src/platform/ids';
import { insertRows } from '../../../src/platform/storage/sql';
import { apiOf } from '../../support/api';
import { addVisitorSession } from '../../support/conversations';
import { openTestDatabase } from '../../support/database';
import { startMailStage, type MailStage } from '../../support/mail-stage';
import { startRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, uniqueEmail, type WorldVisitor } from '../../support/world';
import { resume, tokenIn } from '../answer-mails/stage';

const NAME = 'www.evil.example';
const FAQ = [{ questions: ['How long is the delivery?'], answer: 'Three days.' }];
const HOURS = {
  timezone: 'Asia/Tokyo',
  weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '23:59' })),
  holidays: [],
};

interface TranscriptAnswer {
  transcript: {
    tenant_name: string;
    conversation_id: string | null;
    locale: string;
    timezone: string;
    is_whole: boolean;
    messages: { seq: number; content: string; sender: { kind: string } }[];
  };
}

describe('a transcript', () => {
  let stage: MailStage;

  beforeAll(async () => {
    stage = await startMailStage({
      tenant_name: NAME,
      hours: HOURS,
      bot: { kind: 'builtin', faq: FAQ },
    });
  });
  afterAll(() => stage.stop());

  const fetchFile = async (token: string, format: string) => {
    const response = await fetch(`${stage.relay.url}/api/v1/fetch/transcript?format=${format}`, {
      headers: { authorization: `Bearer ${token}`, origin: stage.world.origin },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** Leaves the address, and follows the mailed link that confirms it. */
  const confirm = async ({ api }: WorldVisitor, email: string, at = stage) => {
    expect((await api.post('/set/contact', { email })).status).toBe(200);
    expect((await api.post('/send/transcript', {})).data).toMatchObject({
      needs_confirmation: true,
    });
    await expect.poll(() => at.smtp.mailsTo(email).length, { timeout: 10_000 }).toBe(1);
    const link = tokenIn(at.smtp.mailsTo(email)[0]?.text ?? '');
    const { status, data } = await resume(at.relay.url, link);
    expect(status).toBe(200);
    return apiOf(at.relay.url, data.visitor_token);
  };

  /** A visitor who asked the bot, then a person, who answered and wrote a note. */
  async function talk() {
    const { relay, world, operator } = stage;
    const visitor = await createVisitor(relay.url, world, { locale: 'en' });
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', 'How long is the delivery?');
    await socket.next('msg', ({ sender }) => sender.kind === 'bot');
    socket.send({ type: 'escalate' });
    const { conversation } = await socket.next('status', (frame) => {
      return frame.conversation.status === 'WAITING';
    });
    const { conversation_id } = conversation;
    const { api } = operator;
    await api.post('/console/claim/conversation', { conversation_id });
    await api.post('/console/create/note', { conversation_id, content: 'A SECRET NOTE' });
    await api.post('/console/send/message', {
      conversation_id,
      client_msg_id: 'a1',
      content: 'It is <b>on its way</b>.',
    });
    await socket.next('msg', ({ sender }) => sender.kind === 'agent');
    socket.close();
    return { visitor, conversation_id };
  }

  it('is a file of all that the visitor can read, and of nothing else', async () => {
    const { visitor, conversation_id } = await talk();
    const text = await fetchFile(visitor.token, 'txt');
    expect(text.status).toBe(200);
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.headers.get('content-disposition')).toMatch(
      /^attachment; filename="conversation-\d{4}-\d\d-\d\d\.txt"$/,
    );
    expect(text.headers.get('access-control-allow-origin')).toBe(stage.world.origin);
    expect(text.text).toMatch(/^Conversation with www\.evil\.example\nTime zone: Asia\/Tokyo/);
    for (const line of ['How long is the delivery?', 'Three days.', 'It is <b>on its way</b>.']) {
      expect(text.text).toContain(`\n    ${line}\n`);
    }
    const html = await fetchFile(visitor.token, 'html');
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]+\.html"$/);
    expect(html.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(html.headers.get('cache-control')).toBe('no-store');
    expect(html.text).toContain('It is &lt;b&gt;on its way&lt;/b&gt;.');
    expect(html.text).not.toContain('<b>on its way');

    const { transcript } = (
      await visitor.api.get<TranscriptAnswer>('/fetch/transcript?format=json')
    ).data;
    const page = (await visitor.api.get<{ messages: object[] }>('/fetch/messages?limit=200')).data;
    expect(transcript).toMatchObject({
      tenant_name: NAME,
      conversation_id,
      locale: 'en',
      timezone: 'Asia/Tokyo',
      is_whole: true,
    });
    expect(transcript.messages).toEqual(page.messages);
    for (const file of [text.text, html.text, JSON.stringify(transcript)]) {
      expect(file).not.toContain('SECRET');
    }
  });

  it('needs the token of its own session', async () => {
    const { visitor } = await talk();
    const other = await createVisitor(stage.relay.url, stage.world, { locale: 'fr' });
    const theirs = await fetchFile(other.token, 'txt');
    expect(theirs.text).toContain('Il n’y a pas encore de message.');
    expect(theirs.text).not.toContain('delivery');
    expect((await fetchFile(stage.world.ownerToken, 'txt')).status).toBe(401);
    expect((await fetchFile('', 'txt')).status).toBe(401);
    await visitor.api.post('/end/visitor-session', {});
    expect((await fetchFile(visitor.token, 'txt')).status).toBe(404);
    const wrong = await other.api.get('/fetch/transcript?format=pdf');
    expect([wrong.status, wrong.data.code]).toEqual([422, 'invalid_request']);
  });

  it('goes by mail to the address that its owner confirmed, and is never asked for in a body', async () => {
    const { visitor } = await talk();
    const email = uniqueEmail();
    const unknown = await visitor.api.post('/send/transcript', {});
    expect([unknown.status, unknown.data.code]).toEqual([409, 'state_conflict']);
    const chosen = await visitor.api.post('/send/transcript', { email });
    expect([chosen.status, chosen.data.code]).toEqual([422, 'invalid_request']);
    const confirmed = await confirm(visitor, email);
    const sent = await confirmed.post('/send/transcript', {});
    expect([sent.status, sent.data]).toEqual([
      200,
      { sent_to: 'u***@e***.com', needs_confirmation: false },
    ]);
    await expect.poll(() => stage.smtp.mailsTo(email).length, { timeout: 10_000 }).toBe(2);
    const mail = stage.smtp.mailsTo(email)[1];
    expect(mail?.to).toEqual([email]);
    // The mail does not contain the tenant's name, because it looks like a link.
    expect(mail?.headers['subject']).toBe('Your conversation with our team');
    expect(mail?.raw).not.toContain('evil');
    expect(mail?.text).toContain('    How long is the delivery?\n');
    expect(mail?.text).toContain('Replies to this e-mail are not read');
    expect(mail?.html).toContain('It is &lt;b&gt;on its way&lt;/b&gt;.');
    expect(mail?.raw).not.toContain('SECRET');
  });

  it('goes to no address that only came with an identity', async () => {
    const { visitor } = await talk();
    const email = uniqueEmail();
    const user_id = `user ${email}`;
    const user_signature = userSignature(stage.world.tenantSecret, user_id);
    const identity = { user_id, user_signature, email };
    expect((await visitor.api.post('/identify/visitor', identity)).status).toBe(200);
    const refused = await visitor.api.post('/send/transcript', {});
    expect([refused.status, refused.data.code]).toEqual([409, 'state_conflict']);
    // The address that the visitor left takes precedence over the one that the page passed.
    const left = uniqueEmail();
    expect((await visitor.api.post('/set/contact', { email: left })).status).toBe(200);
    expect((await visitor.api.post('/send/transcript', {})).status).toBe(200);
    await expect.poll(() => stage.smtp.mailsTo(left).length, { timeout: 10_000 }).toBe(1);
    expect(stage.smtp.mailsTo(email)).toEqual([]);
  });

  it('counts the mails to one address, whatever session asks', async () => {
    const email = uniqueEmail();
    const ask = async () => {
      const visitor = await createVisitor(stage.relay.url, stage.world);
      const socket = await VisitorSocket.open(stage.relay.url, visitor.token);
      await socket.say('m1', 'Hello');
      socket.close();
      await visitor.api.post('/set/contact', { email });
      return visitor.api.post<{ retry_after_s?: number }>('/send/transcript', {});
    };
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.data.code).toBe('rate_limited');
    expect(refused?.data.retry_after_s).toBeGreaterThan(3_000);
    await expect.poll(() => stage.smtp.mailsTo(email).length, { timeout: 10_000 }).toBe(1);
  });

  it('counts the mails to all addresses that visitors of a tenant left', async () => {
    const limited = await startMailStage(
      { bot: { kind: 'none' } },
      { env: { LIMIT_TRANSCRIPTS_PER_TENANT_DAY: '2' } },
    );
    const ask = async () => {
      const visitor = await createVisitor(limited.relay.url, limited.world);
      const socket = await VisitorSocket.open(limited.relay.url, visitor.token);
      await socket.say('m1', 'Hello');
      socket.close();
      await visitor.api.post('/set/contact', { email: uniqueEmail() });
      return (await visitor.api.post('/send/transcript', {})).status;
    };
    const statuses = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429]);
    await limited.stop();
  });

  it('without a message is not mailed', async () => {
    const visitor = await createVisitor(stage.relay.url, stage.world);
    await visitor.api.post('/set/contact', { email: uniqueEmail() });
    const { status, data } = await visitor.api.post('/send/transcript', {});
    expect([status, data.code]).toEqual([409, 'state_conflict']);
  });
});

describe('a transcript of a long conversation', () => {
  it('leaves out the oldest messages', async () => {
    const { database, close } = await openTestDatabase();
    const { sessionId, tenantId } = await addVisitorSession(database);
    const rows = Array.from({ length: 1_200 }, (_, index) =>
      messageRow(
        { tenantId, sessionId },
        {
          messageId: newId(),
          seq: index + 1,
          sender: 'visitor',
          senderName: null,
          dedupeKey: null,
          content: 'é'.repeat(50),
          createdAt: 0,
          sources: [],
        },
      ),
    );
    await database.transaction((tx) => insertRows(tx, MESSAGES, rows));
    const store = {
      ...createConversationStore(database.read),
      ofSession: async () => ({ conversationId: 'c', startedAt: 0, lastSeq: 1_200 }) as never,
    };
    const session = { sessionId, tenantId, locale: 'en' } as never;
    const tenant = { name: 'Shop', defaultLocale: 'fr', texts: {}, hours: null } as never;
    const seqsOf = ({ messages }: Transcript) => messages.map(({ seq }) => seq);
    const cut = await readTranscript(store, session, tenant, 70_000);
    expect(cut.is_whole).toBe(false);
    expect(seqsOf(cut)).toEqual(Array.from({ length: 700 }, (_, index) => 501 + index));
    const whole = await readTranscript(store, session, tenant, 120_000);
    expect(whole.is_whole).toBe(true);
    expect(seqsOf(whole)).toEqual(rows.map(({ seq }) => seq));
    await close();
  });
});

describe('transcripts', () => {
  it('are 6 a minute for a session, and 30 for a network', async () => {
    const relay = await startRelay({
      env: { LIMIT_TRANSCRIPTS_PER_SESSION: '6', LIMIT_TRANSCRIPTS_PER_IP: '30' },
    });
    const world = await createWorld(relay.url);
    const answers: (string | undefined)[] = [];
    for (let visitors = 0; visitors < 5; visitors++) {
      const { api } = await createVisitor(relay.url, world);
      for (let calls = 0; calls < 7; calls++) {
        const { status, data } = await api.get('/fetch/transcript');
        answers.push(status === 200 ? 'ok' : data.code);
      }
    }
    await relay.stop();
    // The refused seventh request of a session counts for the network, too: 4 x 7, and two of the fifth session.
    const session = [...Array(6).fill('ok'), 'rate_limited'];
    expect(answers.slice(0, 28)).toEqual([...session, ...session, ...session, ...session]);
    expect(answers.slice(28)).toEqual(['ok', 'ok', ...Array(5).fill('rate_limited')]);
  });
});
