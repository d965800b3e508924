import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ExitError } from '../../src/errors';
import { openFeed } from '../../src/inbox/feed';
import { parseKeys } from '../../src/inbox/keyboard/keys';
import { createInboxRelay } from '../../src/inbox/relay';
import { initialState } from '../../src/inbox/state/screen-state';
import { createTerminalDesk, type Leaving } from '../../src/inbox/terminal-desk';
import { createApi } from '../../src/relay/api';
import { paintFor } from '../../src/terminal/paint';
import {
  buildOperator,
  buildRow,
  ME,
  SAM,
  WORKSPACE,
} from '../../../desk/test/support/desk-fixtures';
import { ACCOUNT } from '../support/fixtures';
import { createHeadlessTerminal } from '../support/headless';
import { startScriptedRelay, TOKEN } from '../support/scripted-relay';

/** An operator at the desk of a relay on a real port. */
async function sitDown(canned: readonly CannedReply[] = []) {
  const relay = await startScriptedRelay();
  canned.forEach(relay.addCannedReply);
  const terminal = createHeadlessTerminal();
  const left: (Leaving | ExitError)[] = [];
  const workspaceIds = [WORKSPACE];
  // The feed speaks only after its connection is made, when the desk is long there.
  const feed = openFeed({
    url: relay.url,
    token: TOKEN,
    workspaceIds,
    onUpdate: (update) => desk.onUpdate(update),
    onLink: (link) => desk.onLink(link),
    onRefused: (error) => left.push(error),
  });
  const desk = createTerminalDesk({
    start: initialState({ name: 'Camille', tenantId: null, size: terminal.size() }),
    relay: createInboxRelay(createApi({ url: relay.url, token: TOKEN })),
    accountId: ACCOUNT.account_id,
    workspaceIds,
    terminal,
    paint: paintFor({ isTTY: false }, {}),
    feed,
    onLeave: (how) => left.push(how),
  });
  onTestFinished(async () => {
    desk.close();
    await feed.close();
  });
  const operator = {
    relay,
    terminal,
    left,
    press: (input: string) => parseKeys(input).keys.forEach(desk.press),
    escape: () => desk.press({ name: 'escape' }),
    sees: (text: string | RegExp) =>
      expect.poll(() => terminal.text(), { timeout: 10_000 }).toMatch(text),
    seesNot: (text: string | RegExp) =>
      expect.poll(() => terminal.text(), { timeout: 10_000 }).not.toMatch(text),
  };
  await operator.sees('● live');
  await operator.sees(/Camille, online/);
  return operator;
}

type Operator = Awaited<ReturnType<typeof sitDown>>;

/** One visitor waits, has said something, and the operator takes the conversation. */
async function take(operator: Operator, id = 'a'): Promise<void> {
  const { relay, press, sees } = operator;
  relay.add(buildRow({ conversation_id: id }));
  relay.say(id, 'Bonjour');
  await sees('WAITING');
  press('c');
  await sees('YOURS since');
  await sees('Bonjour');
}

const count = (text: string, part: string): number => text.split(part).length - 1;

describe('an operator', () => {
  it('shows an operator the queue live, with an alert for new visitors', async () => {
    const { relay, terminal, sees } = await sitDown();
    await sees('No visitor is waiting');
    relay.add(buildRow({ conversation_id: 'a' }));
    await sees(/1 waiting[^]*WAITING/);
    expect(terminal.bells()).toBe(1);
  });

  it('lets an operator read a conversation before taking it, and tells the visitor', async () => {
    const { relay, press, sees } = await sitDown();
    relay.add(buildRow({ conversation_id: 'a' }));
    relay.say('a', 'Où est mon colis ?');
    await sees('WAITING');
    press('\r');
    await sees('Où est mon colis');
    await sees('Press c to take');
    await expect.poll(() => relay.row('a').agent_read_seq).toBe(1);
  });

  it('lets an operator take a conversation, answer, and see that it was read', async () => {
    const operator = await sitDown();
    const { relay, press, sees } = operator;
    await take(operator);
    press('Je regarde.\r');
    await sees(/Camille +Je regarde\./);
    await expect.poll(() => relay.requests('POST send/typing').length).toBeGreaterThan(0);
    relay.feed.publish('/conversations/a', {
      type: 'receipt',
      conversation_id: 'a',
      kind: 'read',
      seq: 2,
    });
    await sees('read by the visitor');
  });

  it('gives a conversation back to the queue', async () => {
    const operator = await sitDown();
    await take(operator);
    operator.escape();
    operator.press('r');
    await operator.sees('is back in the queue');
    expect(operator.relay.row('a').status).toBe('WAITING');
  });

  it('hands a conversation over to a colleague', async () => {
    const operator = await sitDown();
    const { relay, press, escape, sees } = operator;
    await take(operator);
    escape();
    press('t');
    await sees(/Hand over to:[^]*> Sam, online/);
    press('\r');
    await sees('was handed over to Sam');
    expect(relay.row('a').operator_id).toBe(SAM);
  });

  it('hands a conversation to a colleague who is absent only after a confirmation', async () => {
    const operator = await sitDown();
    const { relay, press, escape, sees } = operator;
    await take(operator);
    escape();
    const lastSeen = { presence: 'absent', presence_since: '2026-11-21T11:30:00.000Z' };
    const operators = [{ ...buildOperator(SAM, 'Sam'), ...lastSeen }];
    relay.script('GET fetch/operators', { data: { operators, next_cursor: null } });
    press('t');
    await sees(/Hand over to:[^]*> Sam, absent, last seen \d\d:\d\d/);
    press('\r');
    await sees('Sam is absent. Hand it over anyway? (y/n)');
    press('\r'); // no answer to it
    expect(relay.requests('POST transfer/conversation')).toHaveLength(0);
    press('y');
    await sees('was handed over to Sam, who is absent');
    expect(relay.requests('POST transfer/conversation')[0]?.body).toMatchObject({ force: true });
  });

  it('resolves a conversation only after a confirmation', async () => {
    const operator = await sitDown();
    const { relay, press, escape, sees } = operator;
    await take(operator);
    escape();
    press('x');
    await sees(/Resolve the conversation .* \(y\/n\)/);
    press('n');
    expect(relay.requests('POST resolve/conversation')).toHaveLength(0);
    press('xy');
    await sees('is resolved');
    expect(relay.row('a').status).toBe('RESOLVED');
  });

  it('tells an operator which colleague was faster', async () => {
    const { relay, press, sees } = await sitDown();
    relay.add(buildRow({ conversation_id: 'a' }));
    await sees('WAITING');
    relay.script('POST claim/conversation', {
      status: 409,
      data: {
        code: 'conversation_already_claimed',
        operator_id: SAM,
        operator_display_name: 'Sam\u001b[2J',
        claimed_at: '2026-11-21T12:04:00.000Z',
      },
    });
    press('c');
    await sees(/Sam␛\[2J has this conversation since \d\d:04/);
  });

  it('claims a conversation once when the key is pressed twice', async () => {
    const { relay, press, sees } = await sitDown();
    relay.add(buildRow({ conversation_id: 'a' }));
    await sees('WAITING');
    press('cc');
    await sees('YOURS since');
    expect(relay.requests('POST claim/conversation')).toHaveLength(1);
  });

  it('keeps an operator’s draft while another conversation is open', async () => {
    const operator = await sitDown();
    const { press, escape, sees } = operator;
    await take(operator);
    press('un brouillon');
    escape();
    await sees('Draft: un brouillon');
    escape();
    await sees('yours');
    press('\r');
    await sees('> un brouillon');
  });

  it('takes several pasted lines without sending them', async () => {
    const operator = await sitDown();
    const { relay, press, sees } = operator;
    await take(operator);
    press('\u001b[200~one\rtwo\u001b[201~');
    await sees(/> one\n {2}two/);
    expect(relay.requests('POST send/message')).toHaveLength(0);
  });
});

describe('a canned reply', () => {
  const reply = {
    canned_reply_id: 'one',
    workspace_id: WORKSPACE,
    shortcut: 'merci',
    content: 'Merci {{visitor.name}}, {{operator.name}} de {{tenant.name}}.\nÀ bientôt.',
  };

  it('finds a canned reply by what follows a slash, and lets it be changed before it is sent', async () => {
    const operator = await sitDown([
      reply,
      { ...reply, canned_reply_id: 'two', shortcut: 'non', content: 'Non.' },
    ]);
    const { relay, press, sees, seesNot } = operator;
    await take(operator);
    press('Bonjour. /mer');
    await sees(/ {2}\/merci {2}Merci/);
    await seesNot('/non');
    press('\r');
    await sees(/> Bonjour\. Merci, Camille de Shop\.\n {2}À bientôt\./);
    press(' Camille\r');
    await sees('À bientôt. Camille');
    expect(relay.requests('POST send/message')).toMatchObject([
      { body: { content: 'Bonjour. Merci, Camille de Shop.\nÀ bientôt. Camille' } },
    ]);
  });

  it('offers a canned reply that was saved while the inbox is open', async () => {
    const operator = await sitDown();
    const { relay, press, sees } = operator;
    await take(operator);
    relay.addCannedReply(reply);
    relay.tell({ type: 'changed', what: 'canned_replies', id: 'one' });
    await expect.poll(() => relay.requests('GET fetch/canned-replies').length).toBe(2);
    press('/mer');
    await sees('/merci');
    // Only the list that changed is fetched again.
    expect(relay.requests('GET fetch/tenants')).toHaveLength(1);
  });

  it('asks before a slash that is meant as one goes to the visitor', async () => {
    const operator = await sitDown([reply]);
    const { relay, press, escape, sees, seesNot } = operator;
    await take(operator);
    press('/mer');
    await sees('/merci');
    escape();
    await seesNot('/merci');
    press('\r');
    await sees('No canned reply was inserted for /mer. Send it as it is? (y/n)');
    press('\r'); // no answer to it
    expect(relay.requests('POST send/message')).toHaveLength(0);
    press('y');
    await sees(/Camille +\/mer/);
    expect(relay.requests('POST send/message')).toMatchObject([{ body: { content: '/mer' } }]);
  });
});

describe('when things go wrong', () => {
  it('sends an answer again under its id when its confirmation is lost, and shows it once', async () => {
    const operator = await sitDown();
    const { relay, terminal, press, sees, seesNot } = operator;
    await take(operator);
    relay.script('POST send/message', { isLost: true });
    relay.script('POST send/message', { status: 503, data: { code: 'overloaded' } });
    press('once only\r');
    await expect
      .poll(() => relay.requests('POST send/message').length, { timeout: 10_000 })
      .toBe(3);
    await sees('once only');
    await seesNot(/(waiting|sending) +once only/);
    const ids = relay.requests('POST send/message').map(({ body }) => body['client_msg_id']);
    expect(new Set(ids).size).toBe(1);
    expect(count(terminal.text(), 'once only')).toBe(1);
  });

  it('sends answers in the order in which they were written', async () => {
    const operator = await sitDown();
    const { relay, press } = operator;
    await take(operator);
    relay.script('POST send/message', { status: 503, data: { code: 'overloaded' } });
    press('first\rsecond\rthird\r');
    const sent = () => relay.requests('POST send/message').map(({ body }) => body['content']);
    await expect.poll(sent, { timeout: 10_000 }).toEqual(['first', 'first', 'second', 'third']);
  });

  it('puts a refused answer back into the draft', async () => {
    const operator = await sitDown();
    const { relay, press, sees } = operator;
    await take(operator);
    relay.script('POST send/message', { status: 409, data: { code: 'not_assignee' } });
    press('too late\r');
    await sees(/> too late\nNot sent\. This conversation is not yours/);
  });

  it('fetches what it missed while the feed was down, and shows nothing twice', async () => {
    const operator = await sitDown();
    const { relay, terminal, sees } = operator;
    await take(operator);
    relay.add(buildRow({ conversation_id: 'z' }));
    await sees('1 more waiting');
    relay.feed.cut();
    relay.say('a', 'missed one', { kind: 'visitor' }, { isMissed: true });
    relay.say('a', 'missed two', { kind: 'visitor' }, { isMissed: true });
    // It may be back before anybody could look at the banner.
    await sees(/missed one[^]*missed two/);
    await sees('● live');
    await expect.poll(() => relay.feed.subscriptions()).toContain('/conversations/a');
    relay.say('a', 'after');
    await sees(/missed two[^]*after/);
    for (const text of ['Bonjour', 'missed one', 'missed two', 'after']) {
      expect(count(terminal.text(), text)).toBe(1);
    }
  });

  it('fills a jump of last_seq', async () => {
    const operator = await sitDown();
    const { relay, sees } = operator;
    await take(operator);
    relay.say('a', 'unheard', { kind: 'visitor' }, { isMissed: true });
    relay.say('a', 'heard');
    await sees(/unheard[^]*heard/);
  });

  it('asks a relay again that can’t answer at once', async () => {
    const operator = await sitDown();
    const { relay, sees } = operator;
    await take(operator);
    relay.script('GET fetch/messages', { status: 503, data: { code: 'storage_unavailable' } });
    relay.say('a', 'unheard', { kind: 'visitor' }, { isMissed: true });
    relay.say('a', 'heard');
    await sees(/unheard[^]*heard/);
  });

  it('ends the inbox with 3 when the login has ended', async () => {
    const { relay, left } = await sitDown();
    relay.invalidateToken();
    relay.feed.cut();
    await expect.poll(() => left, { timeout: 10_000 }).toMatchObject([{ exitCode: 3 }]);
  });

  it('asks before it quits while the operator has conversations', async () => {
    const operator = await sitDown();
    const { left, press, escape, sees } = operator;
    await take(operator);
    escape();
    press('q');
    await sees(/Quit\? \(you hold 1\) \(y\/n\)/);
    expect(left).toEqual([]);
    press('y');
    expect(left).toEqual(['quit']);
    expect(operator.relay.row('a').operator_id).toBe(ME);
  });
});
