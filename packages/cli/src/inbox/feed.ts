import { openFeed as openDeskFeed, type Feed, type FeedOptions } from '@chat-relay/desk/relay/feed';
import type { Refusal } from '@chat-relay/desk/relay/refusal';
import { Client } from '@hapi/nes';
import { EXIT, ExitError } from '../errors';
import { proxiedSockets } from '../relay/proxy';

const TIMEOUT_MS = 10_000;

/** Opens the relay's live feed, signed in by a token. */
export function openFeed(
  options: Pick<FeedOptions, 'workspaceIds' | 'onUpdate' | 'onLink'> & {
    url: string;
    token: string;
    /** The session has ended, or the account left the workspace. The feed does not reconnect. */
    onRefused(error: ExitError): void;
  },
): Feed {
  const WebSocket = proxiedSockets();
  // `WebSocket` is a static field that nes' types lack. nes' own class ignores NO_PROXY.
  if (WebSocket) Object.assign(Client, { WebSocket });
  const address = `${options.url.replace(/^http/, 'ws')}/api/v1/ws/console`;
  return openDeskFeed({
    ...options,
    createClient: () => new Client(address as `ws://${string}`, { timeout: TIMEOUT_MS }),
    auth: () => ({ headers: { authorization: `Bearer ${options.token}` } }),
    onRefused: (refusal) => options.onRefused(errorFor(refusal)),
  });
}

function errorFor({ kind }: Refusal): ExitError {
  if (kind === 'signed-out') {
    return new ExitError(EXIT.notSignedIn, 'Your login has ended. Run relayctl login.');
  }
  return new ExitError(EXIT.refused, 'You no longer belong to this workspace.');
}
