import Boom from '@hapi/boom';
import type { PresentedToken } from '../../accounts/sessions/console-scheme';
import type { InboxScope } from '../../operators/inbox-scope';
import type { ConsolePrincipal } from '../../workspaces/principal';
import { MAX_SUBSCRIPTIONS } from './feed-frames';

export const INBOX = '/inbox/';

/** A socket as nes has it, with the relay's own data in `app`. */
export interface FeedSocket {
  app: { scope?: InboxScope };
  auth: { credentials: ConsolePrincipal | null; artifacts?: PresentedToken };
  isOpen(): boolean;
  disconnect(): Promise<void>;
}

export interface FeedSubscriptions {
  /**
   * Subscribes a socket once `check` has allowed it. The function that `check` returns is called at the end of the
   * subscription.
   * @throws {Boom} 429 beyond 200 subscriptions, or what `check` throws
   */
  add(socket: FeedSocket, path: string, check: () => Promise<End>): Promise<void>;
  remove(socket: FeedSocket, path: string): void;
  of(path: string): Iterable<FeedSocket>;
  /** Sockets of the account, each with one of its paths that begin with `prefix`. */
  ofAccount(accountId: string, prefix: string): Iterable<readonly [FeedSocket, string]>;
  has(path: string): boolean;
  paths(): Iterable<string>;
}

type End = (() => void) | undefined;

export function createFeedSubscriptions(): FeedSubscriptions {
  const byPath = new Map<string, Set<FeedSocket>>();
  /** Includes subscriptions that are still being checked: many may arrive at once. */
  const bySocket = new Map<FeedSocket, Map<string, End>>();

  const remove = (socket: FeedSocket, path: string): void => {
    bySocket.get(socket)?.get(path)?.();
    removeFrom(bySocket, socket, path);
    removeFrom(byPath, path, socket);
  };

  return {
    add: async (socket, path, check) => {
      const paths = bySocket.get(socket) ?? new Map<string, End>();
      if (paths.has(path)) throw Boom.conflict('already subscribing');
      if (paths.size >= MAX_SUBSCRIPTIONS) throw Boom.tooManyRequests('too many subscriptions');
      bySocket.set(socket, paths.set(path, undefined));
      let end: End = undefined;
      try {
        end = await check();
        // nes would keep a socket that has closed in the meantime.
        if (!socket.isOpen()) throw Boom.clientTimeout('closed');
        paths.set(path, end);
      } catch (refusal) {
        end?.();
        remove(socket, path);
        throw refusal;
      }
      byPath.set(path, (byPath.get(path) ?? new Set()).add(socket));
    },
    remove,
    of: (path) => byPath.get(path) ?? [],
    ofAccount: function* (accountId, prefix) {
      for (const [socket, paths] of bySocket) {
        if (socket.auth.credentials?.accountId !== accountId) continue;
        const path = [...paths.keys()].find((one) => one.startsWith(prefix));
        if (path !== undefined) yield [socket, path] as const;
      }
    },
    has: (path) => byPath.has(path),
    paths: () => byPath.keys(),
  };
}

function removeFrom<Key, Value>(
  index: Map<Key, { delete(value: Value): boolean; size: number }>,
  key: Key,
  value: Value,
): void {
  const values = index.get(key);
  values?.delete(value);
  if (values?.size === 0) index.delete(key);
}
