import { describe, expect, it } from 'vitest';
import { quietLog } from '../../support/database';
import { createHub, type Bus, type Notice } from '../../../src/conversations/live/hub';

/** Two nodes and what goes between them. */
function connectNodes() {
  const listeners: ((text: string) => void)[] = [];
  const sent: string[] = [];
  const createBus = (self: number): Bus => ({
    send: (text) => {
      sent.push(text);
      listeners.forEach((listener, node) => node !== self && listener(text));
    },
    receive: (listener) => listeners.push(listener),
  });
  return {
    here: createHub(createBus(0), quietLog),
    there: createHub(createBus(1), quietLog),
    sent,
  };
}

function collect(watch: (listener: (notice: Notice) => void) => () => void) {
  const heard: Notice[] = [];
  return { heard, stop: watch((notice) => heard.push(notice)) };
}

const position = (sessionId: string): Notice => ({
  kind: 'queue-position',
  sessionId,
  position: 1,
});

describe('the hub', () => {
  it('notifies watchers of everything and of the session on every node', () => {
    const { here, there } = connectNodes();
    const all = collect(there.watch);
    const one = collect((listener) => there.watchSession('vs_1', listener));
    const other = collect((listener) => there.watchSession('vs_2', listener));
    here.publish(position('vs_1'));
    expect(all.heard).toMatchObject([position('vs_1')]);
    expect(one.heard).toMatchObject([position('vs_1')]);
    expect(other.heard).toEqual([]);
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
    const far = collect(there.watch);
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
