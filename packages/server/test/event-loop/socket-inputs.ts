import type { VisitorFrame } from '@chat-relay/widget-sdk/frames';
import { WebSocket } from 'ws';
import type { FeedFrameType } from '../../src/conversations/operator-feed/feed-frames';
import { VisitorSocket } from '../support/visitor-socket';
import { startTalk } from '../authorization/stocked-world';
import type { Awkward } from './cost';
import type { FullWorld } from './route-drive';
import { LONG_TEXT, longText } from './texts';

/** Bytes for one long field: the largest frame, less the room for its other fields. */
const FRAME = 15_000;

type FrameInput = (world: FullWorld, part: number) => Record<string, unknown>;

const long = (character: string, part: number): string =>
  character.repeat((FRAME * part) / Buffer.byteLength(character));
const manyKeys = (part: number): object =>
  Object.fromEntries(Array.from({ length: 1_100 * part }, (_, n) => [`k${n}`, n]));
const DEEP = 'nested lists';
/** Lists too deep for `JSON.stringify`. */
const written = (frame: object, part: number): string =>
  JSON.stringify(frame).replace(`"${DEEP}"`, '['.repeat(7_000 * part) + ']'.repeat(7_000 * part));

/** An awkward frame of each type. A type that is missing here does not compile. */
export const VISITOR_FRAMES: Record<VisitorFrame['type'], FrameInput> = {
  msg: () => ({ client_msg_id: 'long', content: longText(3_500) }),
  typing: () => ({ state: 'start', more: DEEP }),
  ping: (_world, part) => ({ more: manyKeys(part) }),
  read: (_world, part) => ({ seq: 1, more: long(' ', part) }),
  escalate: (_world, part) => ({ more: long('\u{1F600}', part) }),
  rate: (_world, part) => ({ rating: 5, comment: longText(900 * part) }),
  sync: () => ({ since: 0 }),
  auth: (_world, part) => ({ token: long('a.', part) }),
  contact: (_world, part) => ({ email: `${long('a.', part)}@example.com` }),
  page: ({ origin }, part) => ({
    url: `${origin}/${'%2e/'.repeat(500 * part)}`,
    title: long(' ', part * 0.8),
  }),
};

/** Sends the frame on a socket of its own, and waits until the relay has handled it. */
export function awkwardFrame(type: VisitorFrame['type'], world: FullWorld): Awkward {
  return async (part) => {
    const { visitor } =
      type === 'sync' ? world.talk : await startTalk(world.url, world, world.mark);
    const socket = await VisitorSocket.open(world.url, visitor.token);
    const frame = written({ type, ...VISITOR_FRAMES[type](world, part) }, part);
    return async () => {
      socket.send(frame);
      if (type === 'sync') await socket.next('sync_end');
      if (type !== 'ping') socket.send({ type: 'ping' });
      await socket.next('pong');
      socket.close();
    };
  };
}

/** A socket that has missed as many messages as a resume sends. */
export function longResume({ url, talk }: FullWorld): Awkward {
  return async (part) => async () => {
    const socket = await VisitorSocket.open(url, talk.visitor.token, { since: 1_000 - 200 * part });
    await socket.next('msg', ({ seq }) => seq === 1_000);
    socket.close();
  };
}

const conversationPaths = ({ conversationIds }: FullWorld, part: number): string[] =>
  conversationIds.slice(0, 200 * part).map((id) => `/conversations/${id}`);

/** An awkward frame of each type. A type that is missing here does not compile. */
export const FEED_FRAMES: Record<FeedFrameType, FrameInput> = {
  ping: (_world, part) => ({ more: manyKeys(part) }),
  hello: (world, part) => ({ ...hello(world), subs: conversationPaths(world, part) }),
  reauth: ({ ownerToken }, part) => ({
    auth: { headers: { authorization: `Bearer ${ownerToken}`, ...manyKeys(part) } },
  }),
  sub: ({ workspaceId }) => ({ path: `/inbox/${workspaceId}` }),
  unsub: (_world, part) => ({ path: `/${'x'.repeat(199 * part)}` }),
  request: () => ({ method: 'GET', path: '/', more: DEEP }),
  message: (_world, part) => ({ message: long('\u{1F600}', part) }),
};

const hello = ({ ownerToken }: FullWorld) => ({
  version: '2',
  auth: { headers: { authorization: `Bearer ${ownerToken}` } },
});

/** Sends the frame on a feed of its own, and waits for its answer. */
export function awkwardFeedFrame(type: FeedFrameType, world: FullWorld): Awkward {
  return async (part) => {
    const feed = await openFeed(world.url);
    if (type !== 'hello')
      await feed.ask(1, JSON.stringify({ type: 'hello', id: 1, ...hello(world) }));
    const frame = written({ type, id: 2, ...FEED_FRAMES[type](world, part) }, part);
    return async () => {
      // A ping gets no response. The refusal of the invalid request after it shows that it was read.
      if (type === 'ping') await feed.ask(3, JSON.stringify({ type: 'request', id: 3 }), frame);
      else await feed.ask(2, frame);
      feed.close();
    };
  };
}

async function openFeed(url: string) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/console`);
  const answers = new Map<unknown, () => void>();
  ws.on('message', (data) =>
    answers.get((JSON.parse((data as Buffer).toString()) as { id?: unknown }).id)?.(),
  );
  await new Promise((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  return {
    /** Also returns if the feed is closed in answer to the frame. */
    ask: (id: number, frame: string, before?: string): Promise<void> =>
      new Promise((resolve) => {
        answers.set(id, resolve);
        ws.once('close', () => resolve());
        if (before !== undefined) ws.send(before);
        ws.send(frame);
      }),
    close: () => ws.close(),
  };
}

/** Every operator's page gets a long message of a visitor, and the visitor's other pages do, too. */
export function longMessage(world: FullWorld): Awkward {
  return async () => {
    const { visitor } = await startTalk(world.url, world, world.mark);
    const [writing, ...others] = await Promise.all(
      Array.from({ length: 8 }, () => VisitorSocket.open(world.url, visitor.token)),
    );
    return async () => {
      await writing!.say('long', LONG_TEXT.slice(0, 3_500));
      await Promise.all(others.map((socket) => socket.next('msg')));
      for (const socket of [writing!, ...others]) socket.close();
    };
  };
}
