import ipaddr from 'ipaddr.js';
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici';

/** The proxies of the relay's own calls: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
export interface Proxies {
  https: string | null;
  http: string | null;
  /** Hosts that are called directly, separated by commas. */
  exceptions: string;
}

export const NO_PROXIES: Proxies = { https: null, http: null, exceptions: '' };

interface AgentOptions extends Omit<Agent.Options, 'connect'> {
  connect: { timeout: number };
}

/**
 * Makes the connections to a service that the administrator chose. A service on this machine is called without a
 * proxy, which would look for it on the proxy's own machine.
 */
export function createServiceAgent(
  url: string,
  { https, http, exceptions }: Proxies,
  options: AgentOptions,
): Dispatcher {
  if (isLoopback(new URL(url).hostname)) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    requestTls: options.connect,
    proxyTls: options.connect,
    // Empty rather than undefined: without a value, undici reads the environment.
    httpProxy: http ?? '',
    httpsProxy: https ?? '',
    noProxy: exceptions,
  });
}

/** @param hostname as in a URL, or an address */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.isValid(host)) return /^(.*\.)?localhost\.?$/.test(host);
  return ipaddr.process(host).range() === 'loopback';
}
