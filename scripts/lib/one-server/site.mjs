import { request } from 'node:https';
import { WebSocket } from 'ws';
import { StepError } from '../report.mjs';
import { HOST_NAME } from './recipe.mjs';

/** Origin of the website that has the widget. */
export const ORIGIN = 'https://www.shop.example';

/** @typedef {ReturnType<typeof createSite>} Site */

/**
 * The relay as the internet sees it: by its name, over TLS, with a certificate that is checked.
 * @param {{ address: string, ca: string }} options `ca`: the authority in place of a public one
 */
export function createSite({ address, ca }) {
  const found = { address, family: 4 };
  const tls = {
    ca,
    servername: HOST_NAME,
    /** The name leads to the machine. @param {string} _name @param {object} options @param {Function} done */
    lookup: (_name, options, done) =>
      'all' in options && options.all ? done(null, [found]) : done(null, address, 4),
  };

  /**
   * @param {string} method @param {string} path
   * @param {{ body?: object, headers?: Record<string, string> }} [options]
   * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }>}
   */
  const ask = (method, path, { body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          ...tls,
          host: HOST_NAME,
          method,
          path,
          agent: false,
          timeout: 15_000,
          headers: {
            host: HOST_NAME,
            ...(body && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
          );
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`${path}: no answer`)));
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });

  /** @param {string} method @param {string} route @param {{ body?: object, token?: string }} [options] */
  async function call(method, route, { body, token } = {}) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await ask(method, `/api/v1${route}`, { ...(body && { body }), headers });
    if (answer.status >= 300) {
      throw new StepError(`${method} ${route} was refused: ${answer.status}`, answer.text);
    }
    return JSON.parse(answer.text).data;
  }

  return {
    ask,
    /** @param {string} route @param {object} body @param {string} [token] */
    post: (route, body, token) => call('POST', route, { body, ...(token && { token }) }),
    /** @param {string} route @param {string} token */
    get: (route, token) => call('GET', route, { token }),
    /** A visitor's socket, from a page of the website. @param {string} token @param {number} since */
    socket: (token, since) =>
      new WebSocket(
        `wss://${HOST_NAME}/api/v1/ws/widget?token=${encodeURIComponent(token)}&since=${since}`,
        { ...tls, origin: ORIGIN, handshakeTimeout: 10_000 },
      ),
  };
}
