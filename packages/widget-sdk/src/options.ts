import type { WebSocketConstructor } from './connection/connection';
import type { SessionMode } from './frames';
import type { Persistence, StorageLike } from './session/storage';

/** The options of `createChat`. */
export interface ChatOptions {
  /** The relay's address, such as `https://chat.example`. */
  baseUrl: string;
  /** The tenant's id. */
  tenantId: string;
  /** The tenant's `widget_public_key`, `pk_…`. It is public. */
  publicKey: string;
  /** The page's origin. Default: `location.origin`; needed where there is no `location`. */
  origin?: string;
  /** Language of the relay's own lines. Default: the relay's, `fr`. */
  locale?: string;
  /** `human` goes straight to the operators' queue. Default: `bot`. */
  mode?: SessionMode;
  /** Queue the conversation goes to, for example a shop's id. */
  routingKey?: string;
  /** Context for the operators and the tenant's backend, at most 8 KiB as JSON. */
  metadata?: Record<string, unknown>;
  /**
   * Where session and unsent messages are kept. Default: `local`.
   * - `local`: localStorage, so over reloads and for all tabs; falls back to `session`, then to `memory`.
   * - `session`: sessionStorage, so over reloads of this tab.
   * - `memory` or `none`: in this object; nothing is written to the device.
   */
  persistence?: Persistence;
  /** Shown where the relay lists the pages that load the widget; 1–32 printable ASCII characters. */
  widgetVersion?: string;
  /** A storage to use instead of the browser's. */
  storage?: StorageLike;
  /** A WebSocket class, for Node before 22 or a proxy. Default: the global one. */
  WebSocket?: WebSocketConstructor;
  /** A fetch function. Default: the global one. */
  fetch?: typeof globalThis.fetch;
}

/**
 * The options with their defaults. `origin` and `WebSocket` exist only in a page, so they are missing on a
 * server despite their types. `baseUrl` has no slash at its end.
 *
 * @throws TypeError for a missing or malformed option
 */
export function resolveOptions(options: ChatOptions) {
  const { baseUrl, tenantId, publicKey } = options;
  if (!/^https?:/.test(baseUrl)) throw new TypeError('baseUrl must be http(s)');
  if (!tenantId || !publicKey) throw new TypeError('tenantId or publicKey is missing');
  return {
    baseUrl: withoutEndingSlashes(baseUrl),
    persistence: options.persistence ?? 'local',
    origin: options.origin ?? globalThis.location?.origin,
    WebSocket: options.WebSocket ?? (globalThis.WebSocket as WebSocketConstructor),
  };
}

/** A loop, because a regular expression for this is slow on many slashes, and Safari 15 has no lookbehind. */
function withoutEndingSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
