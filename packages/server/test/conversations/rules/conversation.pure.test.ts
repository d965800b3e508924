import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/conversations/rules/commands';
import type { Hours } from '../../../src/tenants/hours/opening-hours';
import { systemLine, type SystemLineKey } from '../../../src/conversations/rules/system-lines';
import { Play, type Place } from '../../support/conversation-play';
import {
  ann,
  asAdmin,
  asOperator,
  bob,
  cid,
  visitorSays,
  voiceIn,
} from '../../support/conversations';

const PLACES: Place[] = [
  'none',
  'BOT',
  'WAITING',
  'ASSIGNED to Ann',
  'ASSIGNED to Bob',
  'RESOLVED',
];

/**
 * The outcome of a command in each state: a refusal's code, nothing, or `status, growth of owner_epoch: events; lines`.
 */
type Row = [name: string, command: (epoch: number) => Command, outcomes: string[]];

const escalate = (by: 'visitor' | 'bot', ownerEpoch: number | null = null): Command => ({
  type: 'escalate',
  by,
  reason: 'user_requested',
  ownerEpoch,
});
const botSays = (ownerEpoch: number | null): Command => ({
  type: 'bot-message',
  content: 'Hi',
  clientMsgId: 'b1',
  ownerEpoch,
});
const agentSays = (actor = asOperator(ann)): Command => ({
  type: 'agent-message',
  actor,
  content: 'Hello, Ann here',
  clientMsgId: 'a1',
});
const claim = (operator = ann): Command => ({ type: 'claim', operator });
const release = (actor = asOperator(ann)): Command => ({ type: 'release', actor });
const transfer = (actor = asOperator(ann)): Command => ({ type: 'transfer', actor, to: cid });
const resolve = (actor: ReturnType<typeof asOperator> | 'bot' = asOperator(ann)): Command => ({
  type: 'resolve',
  actor,
});

const openOn = (day: number): Hours => ({
  timezone: 'Europe/Paris',
  weekly: [{ day, from: '09:00', to: '18:00' }],
  holidays: [],
});
const mondays = openOn(1);
const sundays = openOn(7);

const HEARD = ': message-received;';
const STARTED = 'conversation-started message-received';
const ESCALATED = 'WAITING +1: escalation-triggered ticket-created; waiting';

/** Outcomes in a tenant with a bot when Ann acts. The columns are PLACES. */
const WITH_BOT: Row[] = [
  [
    'a visitor message',
    () => visitorSays('Hello?'),
    [
      `BOT +1: ${STARTED};`,
      `BOT +0${HEARD}`,
      `WAITING +0${HEARD}`,
      `ASSIGNED +0${HEARD}`,
      `ASSIGNED +0${HEARD}`,
      `BOT +1${HEARD}`,
    ],
  ],
  [
    'a bot message',
    (epoch) => botSays(epoch),
    ['not_owner', 'BOT +0: ;', 'not_owner', 'not_owner', 'not_owner', 'not_owner'],
  ],
  [
    'a bot message without an epoch',
    () => botSays(null),
    ['not_owner', 'BOT +0: ;', 'not_owner', 'not_owner', 'not_owner', 'not_owner'],
  ],
  [
    'a bot message of an older epoch',
    (epoch) => botSays(epoch - 1),
    Array<string>(6).fill('not_owner'),
  ],
  [
    'an agent message',
    () => agentSays(),
    ['not_found', 'not_assignee', 'not_assignee', 'ASSIGNED +0: ;', 'not_assignee', 'not_assignee'],
  ],
  [
    'a wish for a human',
    () => escalate('visitor'),
    [
      'WAITING +1: conversation-started escalation-triggered ticket-created; waiting',
      ESCALATED,
      'unchanged',
      'unchanged',
      'unchanged',
      ESCALATED,
    ],
  ],
  [
    'an escalation of the bot',
    (epoch) => escalate('bot', epoch),
    ['not_owner', ESCALATED, 'not_owner', 'not_owner', 'not_owner', 'not_owner'],
  ],
  [
    'an escalation of the bot of an older epoch',
    (epoch) => escalate('bot', epoch - 1),
    Array<string>(6).fill('not_owner'),
  ],
  [
    'a claim',
    () => claim(),
    [
      'not_found',
      'ASSIGNED +1: agent-assigned; joined',
      'ASSIGNED +1: agent-assigned ticket-assigned; joined',
      'unchanged',
      'conversation_already_claimed',
      'ASSIGNED +1: agent-assigned; joined',
    ],
  ],
  [
    'a release',
    () => release(),
    [
      'not_found',
      'not_assignee',
      'not_assignee',
      'WAITING +1: agent-released; left',
      'not_assignee',
      'not_assignee',
    ],
  ],
  [
    'a transfer',
    () => transfer(),
    [
      'not_found',
      'not_assignee',
      'not_assignee',
      'ASSIGNED +0: agent-assigned ticket-assigned; transferred',
      'not_assignee',
      'not_assignee',
    ],
  ],
  [
    'a resolve',
    () => resolve(),
    [
      'not_found',
      'not_assignee',
      'not_assignee',
      'RESOLVED +1: agent-resolved ticket-resolved; resolved',
      'not_assignee',
      'unchanged',
    ],
  ],
  [
    'a resolve of the bot',
    () => resolve('bot'),
    ['not_found', 'RESOLVED +1: ; resolved', 'not_owner', 'not_owner', 'not_owner', 'not_owner'],
  ],
  [
    'a read position',
    () => ({ type: 'read', by: 'visitor', seq: 1 }),
    [
      'unchanged',
      'BOT +0: ;',
      'WAITING +0: ;',
      'ASSIGNED +0: ;',
      'ASSIGNED +0: ;',
      'RESOLVED +0: ;',
    ],
  ],
];

const AS_ADMIN: Row[] = [
  [
    'an agent message',
    () => agentSays(asAdmin(ann)),
    [
      'not_found',
      'not_assignee',
      'not_assignee',
      'ASSIGNED +0: ;',
      'ASSIGNED +0: ;',
      'not_assignee',
    ],
  ],
  [
    'a release',
    () => release(asAdmin(ann)),
    [
      'not_found',
      'not_assignee',
      'not_assignee',
      'WAITING +1: agent-released; left',
      'WAITING +1: agent-released; left',
      'not_assignee',
    ],
  ],
  [
    'a transfer',
    () => transfer(asAdmin(ann)),
    [
      'not_found',
      'not_assignee',
      'not_assignee',
      'ASSIGNED +0: agent-assigned ticket-assigned; transferred',
      'ASSIGNED +0: agent-assigned ticket-assigned; transferred',
      'not_assignee',
    ],
  ],
  [
    'a resolve',
    () => resolve(asAdmin(ann)),
    [
      'not_found',
      'RESOLVED +1: agent-resolved; resolved',
      'RESOLVED +1: agent-resolved ticket-resolved; resolved',
      'RESOLVED +1: agent-resolved ticket-resolved; resolved',
      'RESOLVED +1: agent-resolved ticket-resolved; resolved',
      'unchanged',
    ],
  ],
];

/** Outcomes in a tenant without a bot. `BOT` remains of a bot that was switched off. */
const FOR_HUMANS: Row[] = [
  [
    'a visitor message',
    () => visitorSays('Hello?'),
    [
      'WAITING +1: conversation-started ticket-created message-received; waiting',
      'WAITING +1: ticket-created message-received; waiting',
      `WAITING +0${HEARD}`,
      `ASSIGNED +0${HEARD}`,
      `ASSIGNED +0${HEARD}`,
      'WAITING +1: ticket-created message-received; waiting',
    ],
  ],
  ...WITH_BOT.filter(([name]) => name !== 'a visitor message'),
];

function outcome(play: Play, command: Command): string {
  const before = play.state?.ownerEpoch ?? 0;
  const decision = play.do(command);
  if (decision.kind === 'refusal') return decision.code;
  if (decision.kind === 'unchanged') return 'unchanged';
  const { state, events, messages } = decision;
  const lines = messages.filter(({ sender }) => sender === 'system').map(({ content }) => content);
  const heading = `${state.status} +${state.ownerEpoch - before}`;
  return `${heading}: ${events.map(({ event }) => event).join(' ')}; ${lines.map(nameLine).join(' ')}`.trim();
}

function nameLine(content: string): string {
  const lines: Record<string, string> = {
    [systemLine('waiting', voiceIn('en'))]: 'waiting',
    [systemLine('joined', voiceIn('en'), { name: 'Ann' })]: 'joined',
    [systemLine('left', voiceIn('en'))]: 'left',
    [systemLine('transferred', voiceIn('en'), { name: 'Cid' })]: 'transferred',
    [systemLine('resolved', voiceIn('en'))]: 'resolved',
    [systemLine('bot_unavailable', voiceIn('en'))]: 'bot_unavailable',
  } satisfies Record<string, SystemLineKey>;
  return lines[content] ?? `unknown line: ${content}`;
}

function everyCell(rows: Row[]) {
  return rows.flatMap(([name, command, outcomes]) =>
    PLACES.map((place, index) => [name, place, outcomes[index] ?? 'missing', command] as const),
  );
}

describe('a conversation with a bot', () => {
  it.each(everyCell(WITH_BOT))(
    'decides %s when %s, with a bot: %s',
    (_name, place, expected, command) => {
      const play = new Play().goTo(place);
      expect(outcome(play, command(play.state?.ownerEpoch ?? 1))).toBe(expected);
    },
  );
});

describe('an admin, who is an operator too', () => {
  it.each(everyCell(AS_ADMIN))(
    'decides %s of an admin when %s: %s',
    (_name, place, expected, command) => {
      const play = new Play().goTo(place);
      expect(outcome(play, command(play.state?.ownerEpoch ?? 1))).toBe(expected);
    },
  );
});

describe('a conversation whose tenant has no bot', () => {
  it.each(everyCell(FOR_HUMANS))(
    'decides %s when %s, without a bot: %s',
    (_name, place, expected, command) => {
      const play = new Play({ hasBot: place !== 'none' && place !== 'WAITING' }).goTo(place);
      play.surroundings.hasBot = false;
      expect(outcome(play, command(play.state?.ownerEpoch ?? 1))).toBe(expected);
    },
  );
});

describe('a conversation in mode human', () => {
  it.each(everyCell(FOR_HUMANS).filter(([, place]) => place !== 'BOT'))(
    'decides %s when %s, in mode human: %s',
    (_name, place, expected, command) => {
      const play = new Play({}, { mode: 'human' }).goTo(place);
      expect(outcome(play, command(play.state?.ownerEpoch ?? 1))).toBe(expected);
    },
  );
});

describe('a claim', () => {
  it('tells the second claimer who has the conversation, and since when', () => {
    const play = new Play().goTo('ASSIGNED to Bob');
    const claimedAt = new Date(play.now).toISOString();
    expect(play.do(claim())).toEqual({
      kind: 'refusal',
      code: 'conversation_already_claimed',
      data: { operator_id: bob.operatorId, operator_display_name: 'Bob', claimed_at: claimedAt },
    });
  });

  it('counts claims and transfers, in the state as in the event', () => {
    const play = new Play().goTo('ASSIGNED to Ann');
    const [assigned] = play.change(transfer()).events;
    expect(assigned?.body).toMatchObject({ claim_count: 2, operator_id: cid.operatorId });
    play.change(release(asOperator(cid)));
    expect(play.change(claim()).state.claimCount).toBe(3);
  });

  it('keeps the time of a claim that its operator repeats', () => {
    const play = new Play().goTo('ASSIGNED to Ann');
    const claimedAt = play.state?.claimedAt;
    play.do(claim());
    expect(play.state?.claimedAt).toBe(claimedAt);
  });
});

describe('a transfer', () => {
  it('changes nothing when a conversation is transferred to its assignee', () => {
    const play = new Play().goTo('ASSIGNED to Ann');
    expect(play.do({ type: 'transfer', actor: asOperator(ann), to: ann }).kind).toBe('unchanged');
  });
});

describe('an admin who answers no visitors', () => {
  it('lets an admin write, release and resolve in the assignee’s name', () => {
    const play = new Play().goTo('ASSIGNED to Bob');
    expect(play.change(agentSays(asAdmin(null))).message?.senderName).toBe('Bob');
    const [released] = play.change(release(asAdmin(null))).events;
    expect(released?.body).toMatchObject({ operator_id: bob.operatorId });
  });

  it('refuses an admin who resolves a conversation without an operator', () => {
    const play = new Play().goTo('WAITING');
    expect(play.do(resolve(asAdmin(null)))).toEqual({ kind: 'refusal', code: 'not_assignee' });
  });
});

describe('a read position', () => {
  it('moves each side’s read position forward only, and no further than the last message', () => {
    const play = new Play().goTo('WAITING');
    const last = play.state?.lastSeq ?? 0;
    const read = { type: 'read', by: 'agent', visitorSeqs: [1] } as const;
    expect(play.change({ ...read, seq: 999 }).receipts).toEqual([{ by: 'agent', seq: last }]);
    expect(play.do({ ...read, seq: 1 }).kind).toBe('unchanged');
    expect(play.state).toMatchObject({ agentReadSeq: last, visitorReadSeq: 0 });
  });
});

describe('whose turn it is', () => {
  it('waits for the bot from the visitor’s message until its answer', () => {
    const play = new Play();
    expect(play.change(visitorSays('Hello')).state.awaitingBotSince).toBe(play.now);
    expect(play.change(botSays(1)).state.awaitingBotSince).toBeNull();
  });

  it.each([
    ['an escalation', escalate('visitor')],
    ['a claim', claim()],
    ['a resolve', resolve('bot')],
  ])('waits for the bot no longer after %s', (_name, command) => {
    expect(new Play().goTo('BOT').change(command).state.awaitingBotSince).toBeNull();
  });

  it('does not wait for the bot while a person owns the conversation', () => {
    const play = new Play().goTo('ASSIGNED to Ann');
    expect(play.change(visitorSays('Hello')).state.awaitingBotSince).toBeNull();
  });
});

describe('what the visitor is told', () => {
  it('writes a system line after the visitor’s message, each with its own seq', () => {
    const { messages } = new Play({}, { mode: 'human' }).change(visitorSays('Hello'));
    expect(messages.map(({ seq, sender }) => [seq, sender])).toEqual([
      [1, 'visitor'],
      [2, 'system'],
    ]);
  });

  it.each(['fr', 'en'] as const)('writes system lines in %s as the session wants it', (locale) => {
    const play = new Play({ voice: voiceIn(locale) }).goTo('RESOLVED');
    const lines = play.changes.flatMap(({ messages }) =>
      messages.filter(({ sender }) => sender === 'system').map(({ content }) => content),
    );
    expect(lines).toEqual([
      systemLine('waiting', voiceIn(locale)),
      systemLine('joined', voiceIn(locale), { name: 'Ann' }),
      systemLine('resolved', voiceIn(locale)),
    ]);
  });

  // The play's time is a Sunday, 10:00 UTC.
  it.each([
    {
      when: 'when it opens, outside the hours',
      around: { hours: mondays, isOperatorAvailable: true },
      line: { nextOpenAt: Date.parse('2026-03-02T08:00:00Z'), timezone: 'Europe/Paris' },
    },
    {
      when: 'no time within the hours, if no operator is available',
      around: { hours: sundays, isOperatorAvailable: false },
      line: { nextOpenAt: null, timezone: 'Europe/Paris' },
    },
    {
      when: 'no time without hours, if no operator is available',
      around: { hours: null, isOperatorAvailable: false },
      line: { nextOpenAt: null, timezone: 'UTC' },
    },
  ])('tells a visitor who has to wait $when', ({ around, line }) => {
    const { messages } = new Play(around).change(escalate('visitor'));
    expect(messages.map(({ content }) => content)).toEqual([
      systemLine('waiting_offline', voiceIn('en'), line),
    ]);
  });

  it('promises an operator within the hours, if one is available', () => {
    const { messages } = new Play({ hours: sundays }).change(escalate('visitor'));
    expect(messages.map(({ content }) => content)).toEqual([systemLine('waiting', voiceIn('en'))]);
  });

  it('tells the visitor that the bot is silent before it names the queue', () => {
    const play = new Play().goTo('BOT');
    const silent: Command = {
      type: 'escalate',
      by: 'bot',
      reason: 'low_confidence',
      ownerEpoch: null,
      isBotSilent: true,
    };
    const { messages } = play.change(silent);
    expect(messages.map(({ content }) => nameLine(content))).toEqual([
      'bot_unavailable',
      'waiting',
    ]);
  });

  it('tells the visitor the bot’s explanation first, if it gives one', () => {
    const play = new Play().goTo('BOT');
    const { messages } = play.change({
      type: 'escalate',
      by: 'bot',
      reason: 'restricted_topic',
      ownerEpoch: null,
      explanation: { clientMsgId: 'b1', content: 'A colleague knows more.' },
    });
    expect(messages.map(({ sender, content }) => [sender, content])).toEqual([
      ['bot', 'A colleague knows more.'],
      ['system', systemLine('waiting', voiceIn('en'))],
    ]);
  });
});
