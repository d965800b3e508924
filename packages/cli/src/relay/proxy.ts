const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
const LOOPBACK = 'localhost,127.0.0.1,[::1]';

type SocketClass = typeof import('undici').WebSocket;
let socketClass: SocketClass | null = null;

/**
 * Makes this process use the proxy that the environment names, except for hosts in NO_PROXY and this machine. The
 * library is loaded only if there is a proxy, because most runs have none.
 */
export async function useProxy(env: NodeJS.ProcessEnv): Promise<void> {
  if (!usesProxy(env)) return;
  const { EnvHttpProxyAgent, setGlobalDispatcher, WebSocket } = await import('undici');
  setGlobalDispatcher(new EnvHttpProxyAgent({ noProxy: directHosts(env) }));
  socketClass = WebSocket;
}

/** True if the environment names a proxy. */
export function usesProxy(env: NodeJS.ProcessEnv): boolean {
  return PROXIES.some((name) => env[name]);
}

/**
 * Makes fetch accept any certificate in the rest of this process. Only for calls without a secret, to find out more
 * about a relay whose certificate was refused.
 */
export async function acceptAnyCertificate(env: NodeJS.ProcessEnv): Promise<void> {
  const { Agent, EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  const lenient = { rejectUnauthorized: false };
  setGlobalDispatcher(
    usesProxy(env)
      ? new EnvHttpProxyAgent({ noProxy: directHosts(env), connect: lenient, requestTls: lenient })
      : new Agent({ connect: lenient }),
  );
}

/** Returns the WebSocket class that uses the proxy; null if nes' own can be used. */
export function proxiedSockets(): SocketClass | null {
  return socketClass;
}

function directHosts(env: NodeJS.ProcessEnv): string {
  const noProxy = env['no_proxy'] ?? env['NO_PROXY'] ?? '';
  // Only a star alone means all hosts.
  return noProxy.trim() === '*' ? '*' : `${LOOPBACK},${noProxy}`;
}
