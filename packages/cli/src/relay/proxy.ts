const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
const LOOPBACK = 'localhost,127.0.0.1,[::1]';

type SocketClass = typeof import('undici').WebSocket;
let socketClass: SocketClass | null = null;

/**
 * Sends what follows through the proxy that the environment names, except to hosts of NO_PROXY and to this machine. The
 * library is loaded only then: most runs need none.
 */
export async function useProxy(env: NodeJS.ProcessEnv): Promise<void> {
  if (!PROXIES.some((name) => env[name])) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher, WebSocket } = await import('undici');
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  setGlobalDispatcher(
    // Only a star alone means all hosts.
    new EnvHttpProxyAgent({ noProxy: noProxy.trim() === '*' ? '*' : `${LOOPBACK},${noProxy}` }),
  );
  socketClass = WebSocket;
}

/** WebSockets that take the way of the other calls; null: nes' own do. */
export function proxiedSockets(): SocketClass | null {
  return socketClass;
}
