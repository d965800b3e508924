import { describe, expect, it } from 'vitest';
import { quietLog } from '../../support/database';
import { createHub, type Bus, type Notice } from '../../../src/conversations/live/hub';
import type { ConversationState, SessionFacts } from '../../../src/conversations/rules/state';

type Listener = Parameters<Bus['receive']>[0];

/** Two nodes and the messages between them. */
function connectNodes() {
  const listeners: Listener[] = [];
  const topics = [new Set<string>(), new Set<string>()];
  const sent: string[] = [];
  const createBus = (self: number): Bus => ({
    send: (topic, text) => {
      sent.push(text);
      listeners.forEach((listener, node) => {
        if (node !== self && (topic === null || topics[node]?.has(topic))) listener(text);
      });
    },
    receive: (listener) => listeners.push(listener),
    follow: (topic) => {
      topics[self]?.add(topic);
      return { ready: Promise.resolve(), stop: () => void topics[self]?.delete(topic) };
    },
  });
  return {
    here: createHub(createBus(0), quietLog),
    there: createHub(createBus(1), quietLog),
    sent,
  };
}

function collect(
  watch: (listener: (notice: Notice) => void) => (() => void) | { stop: () => void },
) {
  const heard: Notice[] = [];
  const watching = watch((notice) => heard.push(notice));
  return { heard, stop: typeof watching === 'function' ? watching : watching.stop };
}

const change: Notice = {
  kind: 'change',
  session: { tenantId: 't_1', sessionId: 'vs_1' } as SessionFacts,
  state: { conversationId: 'c_1', lastSeq: 1 } as ConversationState,
  messages: [],
  receipts: [],
  hasStatusChanged: true,
  source: null,
};

const position = (sessionId: string): Notice => ({
  kind: 'queue-position',
  sessionId,
  position: 1,
});

describe('the hub', () => {
  it('notifies those on other nodes that follow the session', () => {
    const { here, there } = connectNodes();
    const all = collect(there.watch);
    here.publish(position('vs_1'));
    expect(all.heard).toEqual([]);
    const one = collect((listener) => there.watchSession('vs_1', listener));
    const other = collect((listener) => there.watchSession('vs_2', listener));
    here.publish(position('vs_1'));
    expect(all.heard).toMatchObject([position('vs_1')]);
    expect(one.heard).toMatchObject([position('vs_1')]);
    expect(other.heard).toEqual([]);
  });

  it('notifies all nodes of what has no topic', () => {
    const { here, there } = connectNodes();
    const all = collect(there.watch);
    here.publish({ kind: 'tenant-changed', tenantId: 't_1' });
    here.publish({ kind: 'session-over', sessionId: 'vs_1' });
    expect(all.heard.map(({ kind }) => kind)).toEqual(['tenant-changed', 'session-over']);
  });

  it("sends a change to the session's followers, and its state to the tenant's", () => {
    const { here, there } = connectNodes();
    const [near, far] = [collect(here.watch), collect(there.watch)];
    const kinds = ({ heard }: typeof far) => heard.splice(0).map(({ kind }) => kind);
    here.publish(change);
    expect([kinds(near), kinds(far)]).toEqual([['change', 'state'], []]);
    const session = there.followSession('vs_1');
    here.publish(change);
    expect(kinds(far)).toEqual(['change']);
    there.followTenant('t_1');
    here.publish(change);
    expect(kinds(far)).toEqual(['change', 'state']);
    session.stop();
    here.publish(change);
    expect(kinds(far)).toEqual(['state']);
  });

  it('tells those who wait in a queue when it moves, and not of every message', () => {
    const { here, there } = connectNodes();
    const far = collect(there.watch);
    there.followQueue('t_1');
    here.publish({ ...change, hasStatusChanged: false });
    expect(far.heard).toEqual([]);
    here.publish({ ...change, hasStatusChanged: true });
    expect(far.heard).toEqual([{ kind: 'queue-moved', tenantId: 't_1', source: null }]);
  });

  it('keeps a local notice on its node', () => {
    const { here, there } = connectNodes();
    const [near, far] = [collect(here.watch), collect(there.watch)];
    here.publishHere(position('vs_1'));
    expect([near.heard.length, far.heard.length]).toEqual([1, 0]);
  });

  it('sends the source of a notice to no other node', () => {
    const { here, there, sent } = connectNodes();
    const source = { token: 'secret' };
    const near = collect(here.watch);
    const far = collect((listener) => there.watchSession('vs_1', listener));
    const notice: Notice = {
      kind: 'typing',
      tenantId: 't',
      sessionId: 'vs_1',
      conversationId: 'c',
      sender: { kind: 'visitor' },
      state: 'start',
      source,
    };
    here.publish(notice);
    expect(near.heard).toEqual([notice]);
    expect(far.heard).toEqual([{ ...notice, source: null }]);
    expect(sent.join()).not.toContain('secret');
  });

  it('notifies a watcher no more who has stopped', () => {
    const { here } = connectNodes();
    const first = collect((listener) => here.watchSession('vs_1', listener));
    const second = collect((listener) => here.watchSession('vs_1', listener));
    first.stop();
    here.publish(position('vs_1'));
    expect([first.heard.length, second.heard.length]).toEqual([0, 1]);
    expect(here.isWatched('vs_1')).toBe(true);
    second.stop();
    expect(here.isWatched('vs_1')).toBe(false);
  });

  it("distinguishes a console session from a visitor's with the same id", () => {
    const { here } = connectNodes();
    const visitor = collect((listener) => here.watchSession('s-1', listener));
    here.publish({ kind: 'console-session-over', sessionId: 's-1' });
    expect(visitor.heard).toEqual([]);
  });

  it('notifies the next watcher when one throws', () => {
    const { here } = connectNodes();
    const heard: string[] = [];
    here.watch(() => {
      throw new TypeError('a watcher failed');
    });
    here.watch((notice) => heard.push(notice.kind));
    here.publish({ kind: 'tenant-changed', tenantId: 't' });
    expect(heard).toEqual(['tenant-changed']);
  });
});
