import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../src/platform/clock';
import { apiOf } from '../../support/api';
import { readSql } from '../../support/direct-sql';
import { LOOKED_MS, startMailStage, type MailStage } from '../../support/mail-stage';
import { rowsWith } from '../../support/stored-text';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, uniqueEmail } from '../../support/world';
import { answer, leave, QUESTION, resume, tokenIn } from './stage';

const WAIT = { timeout: 15_000 };

describe('an answer to a visitor who has left', () => {
  let stage: MailStage;

  beforeAll(async () => {
    stage = await startMailStage({ tenant_name: 'Atelier Terre', bot: { kind: 'none' } });
  });
  afterAll(() => stage.stop());

  const mailsTo = (email: string) => stage.smtp.mailsTo(email);
  const api = () => stage.operator.api;
  const waitingAnswers = () => readSql(stage.database, 'SELECT * FROM awaited_answers', []);
  const setPresence = async (status: string): Promise<void> => {
    await api().post('/console/set/presence', { status });
    await pause(1_100); // it is cached for a second
  };
  const online = () => setPresence('online');
  const offline = () => setPresence('offline');
  /** Waits until every due answer has been checked. */
  const settled = () => expect.poll(waitingAnswers, WAIT).toEqual([]);
  /** Returns the first mail to this address. Answers are mailed once they are unread for a minute. */
  const firstMail = async (email: string) => {
    stage.relay.advance(61_000);
    await expect.poll(() => mailsTo(email).length, WAIT).toBe(1);
    const [mail] = mailsTo(email);
    if (!mail) throw new Error('no mail');
    return mail;
  };

  it('is mailed once, a minute after it, with a link back and without the visitor’s words', async () => {
    const { relay } = stage;
    const away = await leave(stage, relay);
    await answer(api(), away, 'a1', 'It left <b>today</b>.\nwww.evil.example/x');
    await answer(api(), away, 'a2', 'You get it tomorrow.');
    await pause(LOOKED_MS);
    expect(mailsTo(away.email)).toEqual([]); // the minute is not over

    const mail = await firstMail(away.email);
    expect(mail.to).toEqual([away.email]);
    expect(mail.headers['subject']).toBe('An answer from Atelier Terre');
    expect(mail.text).toContain('Inès Moreau has answered you on behalf of Atelier Terre:');
    expect(mail.text).toContain('It left <b>today</b>.');
    expect(mail.text).toContain('You get it tomorrow.');
    expect(mail.html).toContain('It left &lt;b&gt;today&lt;/b&gt;.');
    expect(mail.text).toContain('Replies to this e-mail are not read.');
    expect(mail.text).toMatch(/https:\/\/shop\.example\/#relay=rl_[0-9a-f]{32}[\w-]{43}\n/);
    expect(mail.raw).not.toContain('OWN WORDS');
    expect(mail.headers['list-unsubscribe']).toMatch(/^<http\S+\/stop-mails\?token=\S+>$/);
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    // The token of the link is nowhere in the database as it is.
    expect(await rowsWith(stage.database, tokenIn(mail.text))).toEqual([]);

    await answer(api(), away, 'a3', 'Are you there?');
    await settled();
    stage.relay.advance(2 * HOUR);
    await pause(LOOKED_MS);
    expect(mailsTo(away.email)).toHaveLength(1); // one mail per absence
  });

  it('has a link to the page that the visitor shared last, once the address is proven', async () => {
    const { relay } = stage;
    const away = await leave(stage, relay);
    await answer(api(), away, 'a1', 'We look.');
    const first = tokenIn((await firstMail(away.email)).text);
    const { data } = await resume(relay.url, first);
    const socket = await VisitorSocket.open(relay.url, data.visitor_token);
    await socket.say('m2', 'And the socks?');
    socket.send({ type: 'page', url: 'https://shop.example/socks?code=secret', title: 'Socks' });
    const path = `/console/fetch/conversation?conversation_id=${away.conversationId}`;
    await expect
      .poll(async () => (await api().get<{ pages: unknown[] }>(path)).data.pages.length, WAIT)
      .toBe(1);
    socket.close();
    await answer(api(), away, 'a2', 'They are here.');
    relay.advance(HOUR);
    await expect.poll(() => mailsTo(away.email).length, WAIT).toBe(2);
    const { text = '' } = mailsTo(away.email)[1] ?? {};
    expect(text).toMatch(/https:\/\/shop\.example\/socks#relay=rl_[0-9a-f]{32}[\w-]{43}\n/);
    expect((await resume(relay.url, tokenIn(text))).status).toBe(200);
  });

  it('is not mailed when a page of the visitor has read it', async () => {
    const { relay } = stage;
    const away = await leave(stage, relay);
    const seq = await answer(api(), away, 'a1', 'Here I am.');
    expect(await waitingAnswers()).toHaveLength(1);
    const socket = await VisitorSocket.open(relay.url, away.visitor.token);
    socket.send({ type: 'read', seq });
    await expect
      .poll(async () => {
        const { data } = await api().get<{ conversation: { visitor_read_seq: number } }>(
          `/console/fetch/conversation?conversation_id=${away.conversationId}`,
        );
        return data.conversation.visitor_read_seq;
      }, WAIT)
      .toBe(seq);
    relay.advance(61_000);
    await settled();
    await online();
    // The visitor and the operator were both online, so nothing is mailed.
    await answer(api(), away, 'a2', 'And another thing.');
    expect(await waitingAnswers()).toEqual([]);
    expect(mailsTo(away.email)).toEqual([]);
    await offline();
    socket.close();
  });

  it('is mailed although a page is open that has not read it', async () => {
    const { relay } = stage;
    const away = await leave(stage, relay);
    const socket = await VisitorSocket.open(relay.url, away.visitor.token);
    await answer(api(), away, 'a1', 'Look here.');
    await socket.next('msg', ({ sender }) => sender.kind === 'agent');
    await firstMail(away.email);
    socket.close();
  });

  it('is mailed again in the next absence, an hour after the last mail', async () => {
    const { relay } = stage;
    const away = await leave(stage, relay);
    await answer(api(), away, 'a1', 'First answer.');
    await firstMail(away.email);
    // The visitor returns, asks another question and leaves while no operator is there.
    const socket = await VisitorSocket.open(relay.url, away.visitor.token);
    await socket.say('m2', 'And the second parcel?');
    socket.close();
    await answer(api(), away, 'a2', 'Second answer.');
    relay.advance(61_000);
    await expect.poll(async () => (await waitingAnswers()).length, WAIT).toBe(1);
    await pause(LOOKED_MS);
    expect(mailsTo(away.email)).toHaveLength(1);
    relay.advance(HOUR);
    await expect.poll(() => mailsTo(away.email).length, WAIT).toBe(2);
    expect(mailsTo(away.email)[1]?.text).toContain('Second answer.');
  });

  it('is not mailed when an operator was there and came within two minutes', async () => {
    const { relay, operator } = stage;
    await online();
    const quick = await leave(stage, relay);
    await answer(api(), quick, 'a1', 'Already here.');
    expect(await waitingAnswers()).toEqual([]);

    const slow = await leave(stage, relay);
    relay.advance(2 * MINUTE);
    await operator.api.post('/console/set/presence', { status: 'online' });
    await answer(api(), slow, 'a1', 'Sorry for the wait.');
    await firstMail(slow.email);
    expect(mailsTo(quick.email)).toEqual([]);
    await offline();
  });

  it('goes to one address once an hour and three times a day, whatever session names it', async () => {
    const { relay } = stage;
    const email = uniqueEmail();
    for (let n = 0; n < 5; n++) {
      await answer(api(), await leave(stage, relay, email), 'a1', `Answer ${n}`);
    }
    const counts: number[] = [];
    relay.advance(61_000);
    for (let hour = 0; hour < 5; hour++) {
      const expected = Math.min(hour + 1, 3);
      await expect.poll(() => mailsTo(email).length, WAIT).toBe(expected);
      await pause(LOOKED_MS);
      counts.push(mailsTo(email).length);
      relay.advance(HOUR + MINUTE);
    }
    expect(counts).toEqual([1, 2, 3, 3, 3]);
    relay.advance(DAY);
    await settled(); // too old by now
    expect(mailsTo(email)).toHaveLength(3);
  }, 60_000);

  it('is not mailed after the address has said stop, by its program or on the page', async () => {
    const { relay } = stage;
    const away = await leave(stage, relay);
    await answer(api(), away, 'a1', 'Hello.');
    const mail = await firstMail(away.email);
    const [, link = ''] = /<(.+)>/.exec(mail.headers['list-unsubscribe'] ?? '') ?? [];
    const address = link.replace(/^http:\/\/[^/]+/, relay.url);

    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('<form method="post">');
    await fetch(address, { method: 'HEAD' });
    expect(await readSql(stage.database, 'SELECT * FROM mail_stops', [])).toEqual([]);

    const forged = address.replace(/.(?=&)/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await fetch(forged, { method: 'POST' })).status).toBe(404);
    const stopped = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(stopped.status).toBe(200);
    expect((await fetch(address, { method: 'POST' })).status).toBe(200);

    relay.advance(2 * HOUR);
    await answer(api(), await leave(stage, relay, away.email), 'a1', 'Again?');
    relay.advance(61_000);
    await settled();
    await pause(LOOKED_MS);
    expect(mailsTo(away.email)).toHaveLength(1);
  });

  it('is not tried again when the mailbox does not exist', async () => {
    const { relay, smtp } = stage;
    const email = uniqueEmail();
    smtp.unknown.add(email);
    await answer(api(), await leave(stage, relay, email), 'a1', 'Hello.');
    relay.advance(61_000);
    await expect.poll(smtp.refused, WAIT).toBe(1);
    await expect.poll(() => readSql(stage.database, 'SELECT * FROM mails', []), WAIT).toEqual([]);
    relay.advance(2 * HOUR);
    await pause(LOOKED_MS);
    expect(smtp.refused()).toBe(1);
  });

  it('is not mailed after the visitor was erased, and no trace of the address stays', async () => {
    const { relay, world } = stage;
    const away = await leave(stage, relay, `mark${uniqueEmail()}`);
    await answer(api(), away, 'a1', 'Hello.');
    const mail = await firstMail(away.email);
    const exported = await world.owner.post('/console/export/visitor', {
      tenant_id: world.tenantId,
      session_id: away.visitor.sessionId,
    });
    expect(JSON.stringify(exported.data)).toContain(away.email);
    expect(JSON.stringify(exported.data)).not.toContain(tokenIn(mail.text));
    expect(exported.data).toMatchObject({
      export: { sessions: [{ contact_email: away.email, mails: [{ link_used_at: null }] }] },
    });
    const erased = await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: away.visitor.sessionId,
    });
    expect(erased.status).toBe(200);
    expect(await rowsWith(stage.database, away.email)).toEqual([]);
    const used = await resume(relay.url, tokenIn(mail.text));
    expect([used.status, used.data.code]).toEqual([404, 'session_expired']);
  });

  it('names neither a tenant nor an operator whose name looks like a link', async () => {
    const { relay, world, operator } = stage;
    const rename = (tenant_name: string) =>
      world.owner.post('/console/update/tenant', { tenant_id: world.tenantId, tenant_name });
    await rename('Win at evil.example');
    await pause(1_100);
    const away = await leave(stage, relay, uniqueEmail(), 'fr');
    await answer(operator.api, away, 'a1', 'Bonjour.');
    const mail = await firstMail(away.email);
    expect(mail.raw).not.toContain('evil');
    expect(mail.text).toContain('Inès Moreau (notre équipe) vous a répondu\u00a0:');
    await rename('Atelier Terre');
  });

  it('takes an address by a route, too, and refuses what is none', async () => {
    const { relay, world, operator } = stage;
    const visitor = await createVisitor(relay.url, world, { mode: 'human' });
    const wrong = await visitor.api.post('/set/contact', { email: 'ann at corp' });
    expect([wrong.status, wrong.data.code]).toEqual([422, 'invalid_request']);
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    expect(socket.frames[0]).toMatchObject({ session: { has_contact: false } });
    for (let n = 0; n < 4; n++) socket.send({ type: 'contact', email: 'ann at corp' });
    await socket.next('error', ({ code }) => code === 'invalid_frame');
    const { conversation_id } = await (async () => {
      await socket.say('m1', QUESTION);
      return (await socket.next('status')).conversation;
    })();
    expect((await visitor.api.post('/set/contact', { email: ' Ann@Corp.test ' })).status).toBe(200);
    expect((await visitor.api.post('/set/contact', { email: 'ann@corp.test' })).status).toBe(200);
    const { data } = await operator.api.get<{ conversation: { visitor: object } }>(
      `/console/fetch/conversation?conversation_id=${conversation_id}`,
    );
    expect(data.conversation.visitor).toMatchObject({ contact_email: 'ann@corp.test' });
    const again = await VisitorSocket.open(relay.url, visitor.token);
    expect(again.frames[0]).toMatchObject({
      session: { has_contact: true },
      config: { ask_email: true },
    });
    await world.owner.post('/console/update/tenant', {
      tenant_id: world.tenantId,
      widget: { ask_email: false },
    });
    await vi.waitFor(async () => {
      const config = await apiOf(relay.url).get(
        `/fetch/widget-config?tenant_id=${world.tenantId}&widget_public_key=${world.widgetKey}`,
      );
      expect(config.data).toMatchObject({ widget_config: { ask_email: false } });
    }, WAIT);
    socket.close();
    again.close();
  });

  it('comes before a transcript: the address is confirmed first, by the link of a mail', async () => {
    const { relay } = stage;
    const away = await leave(stage, relay);
    await answer(api(), away, 'a1', 'An answer.');
    const first = await away.visitor.api.post('/send/transcript', {});
    expect([first.status, first.data]).toEqual([
      200,
      { sent_to: expect.stringMatching(/^u\*{3}@e/), needs_confirmation: true },
    ]);
    await expect.poll(() => mailsTo(away.email).length, WAIT).toBe(1);
    const [proof] = mailsTo(away.email);
    expect(proof?.headers['subject']).toBe('Confirm your address for Atelier Terre');
    expect(proof?.text).toMatch(/https:\/\/shop\.example\/#relay=rl_[0-9a-f]{32}[\w-]{43}\n/);
    for (const words of ['An answer.', 'OWN WORDS']) expect(proof?.raw).not.toContain(words);
    expect(proof?.headers['list-unsubscribe']).toBeDefined();
    const second = await away.visitor.api.post('/send/transcript', {});
    expect([second.status, second.data.code]).toEqual([429, 'rate_limited']);

    const resumed = await resume(relay.url, tokenIn(proof?.text ?? ''));
    expect(resumed.status).toBe(200);
    relay.advance(2 * HOUR);
    const later = apiOf(relay.url, await resumedAgain(resumed.data.visitor_token));
    expect((await later.post('/send/transcript', {})).data).toMatchObject({
      needs_confirmation: false,
    });
    const transcript = () =>
      mailsTo(away.email).find(({ headers }) =>
        headers['subject']?.startsWith('Your conversation'),
      );
    await expect.poll(() => transcript()?.text, WAIT).toContain(QUESTION);
    expect(transcript()?.text).toContain('An answer.');
  });

  const resumedAgain = async (token: string): Promise<string> => {
    const { data } = await apiOf(stage.relay.url, token).post<{ visitor_token: string }>(
      '/refresh/visitor-token',
      {},
    );
    return data.visitor_token;
  };
});
