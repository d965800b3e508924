import { once } from 'node:events';
import { createServer, request as plainRequest } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { inRoot } from '../paths.mjs';
import { StepError } from '../report.mjs';

const MAIL_MS = 20_000;
const { SMTPServer } = createRequire(inRoot('packages/server/package.json'))('smtp-server');

/** The way to the registries, for a machine that has no other: a proxy. @param {string} host where it listens */
export async function startProxy(host) {
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    const onward = plainRequest(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  });
  server.on('connect', ({ url = '' }, client) => {
    const { hostname, port } = new URL(`https://${url}`);
    const target = connect(Number(port || 443), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    target.on('error', () => client.destroy());
    client.on('error', () => target.destroy());
  });
  const port = await listening(server, host);
  const url = `http://${host}:${port}`;
  return {
    env: { http_proxy: url, https_proxy: url, npm_config_proxy: url, npm_config_https_proxy: url },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A mailbox's server that keeps the mails. @param {string} host where it listens */
export async function startMailbox(host) {
  /** @type {{ to: string, raw: string }[]} */
  const mails = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    /** @param {import('node:stream').Readable} stream @param {any} session @param {() => void} done */
    onData: (stream, session, done) => {
      let raw = '';
      stream.setEncoding('utf8').on('data', (chunk) => (raw += chunk));
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0].address, raw });
        done();
      });
    },
  });
  server.listen(0, host);
  await once(server.server, 'listening');
  return {
    url: `smtp://${host}:${server.server.address().port}`,
    /** The code of the mail that comes next. @param {string} address */
    nextCode: async (address) => {
      const deadline = Date.now() + MAIL_MS;
      while (Date.now() < deadline) {
        const at = mails.findIndex(({ to }) => to === address);
        const [mail] = at === -1 ? [] : mails.splice(at, 1);
        const code = mail && /\b\d{6}\b/.exec(mail.raw.slice(mail.raw.indexOf('\r\n\r\n')))?.[0];
        if (code !== undefined) return code;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new StepError(`no code was mailed to ${address}`);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * Whether a stranger can connect to this port. A firewall drops what it does not let in.
 * @param {string} host @param {number} port @returns {Promise<'open' | 'refused' | 'dropped'>}
 */
export function knock(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1500 });
    /** @param {'open' | 'refused' | 'dropped'} result */
    const finish = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => finish('open'));
    socket.once('error', () => finish('refused'));
    socket.once('timeout', () => finish('dropped'));
  });
}

/** @param {import('node:http').Server} server @param {string} host @returns {Promise<number>} */
async function listening(server, host) {
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
