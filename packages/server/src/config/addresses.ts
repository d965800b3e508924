import { credentialsProblem } from './credentials';
import { fileProblem } from './folders';
import { hostOf, isHost } from './hosts';
import type { Parsed, Parser } from '../platform/settings/variable';
import { databaseTls, isNamed } from '../platform/storage/mysql/tls';

/** The origin of the relay itself: its pages know no path before theirs. */
export const publicUrl: Parser<string> = (given) => {
  const parsed = webUrl(given);
  if ('problem' in parsed) return parsed;
  const { origin, pathname } = parsed.value;
  if (pathname === '/') return { value: origin };
  return {
    problem: `must have no path: the relay needs a host of its own, as in ${origin}`,
  };
};

/** The address of another service, to which paths are appended; without a slash at its end. */
export const serviceUrl: Parser<string> = (given) => {
  const parsed = webUrl(given);
  return 'problem' in parsed ? parsed : { value: parsed.value.href.replace(/(?<!\/)\/+$/, '') };
};

export const modelUrl = addressBefore('/chat/completions');
export const embeddingsUrl = addressBefore('/embeddings');

/** The address of a service to which the relay appends `path`; one that already ends with it is refused. */
function addressBefore(path: string): Parser<string> {
  return (given) => {
    const parsed = serviceUrl(given);
    const isWhole = 'value' in parsed && parsed.value.endsWith(path);
    return isWhole ? { problem: `must end before ${path}, which the relay appends` } : parsed;
  };
}

function webUrl(given: string): Parsed<URL> {
  const form = { problem: 'must be an address that starts with http:// or https://' };
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return form;
  const url = new URL(given);
  const { username, password, search, hash, port } = url;
  if (`${username}${password}${search}${hash}` !== '') {
    return { problem: 'must have no user, query or fragment' };
  }
  return isHost(hostOf(url)) && port !== '0' ? { value: url } : NO_HOST;
}

const NO_HOST = { problem: 'must have a host name in ASCII, or an IP address, and no port 0' };

/** `scheme://user:password@host:port/…`, taken apart as its client does it. */
function serverUrl(given: string, protocols: readonly string[], form: string): Parsed<URL> {
  const problem = credentialsProblem(given);
  if (problem !== null) return { problem };
  if (!URL.canParse(given)) return { problem: form };
  const url = new URL(given);
  if (!protocols.includes(url.protocol) || url.hash !== '') return { problem: form };
  if (url.hostname === '') return { problem: form };
  return isHost(hostOf(url)) && url.port !== '0' ? { value: url } : NO_HOST;
}

const NO_PASSWORD = { problem: 'has a user and no password: write user:password@, or :password@' };

/** A proxy that `CONNECT` opens a way through. */
export const proxyUrl: Parser<string> = (given) => {
  const form = 'must be http://host:port or https://…, with user:password@ if it needs them';
  const parsed = serverUrl(given, ['http:', 'https:'], form);
  if ('problem' in parsed) return parsed;
  const { username, password, pathname, search, href } = parsed.value;
  if (pathname !== '/' || search !== '') return { problem: form };
  return (username === '') === (password === '') ? { value: href } : NO_PASSWORD;
};

export const redisUrl: Parser<string> = (given) => {
  const form = 'must be redis://:password@host:port or rediss://…, and may end with /<number>';
  const parsed = serverUrl(given, ['redis:', 'rediss:'], form);
  if ('problem' in parsed) return parsed;
  const { username, password, pathname, search, href } = parsed.value;
  if (!/^(\/\d*)?$/.test(pathname) || search !== '') return { problem: form };
  return username !== '' && password === '' ? NO_PASSWORD : { value: href };
};

/** Ports that contradict the scheme: 465 expects TLS from the first byte, 25 and 587 begin without (STARTTLS). */
const SMTP_PORTS: Record<string, readonly string[]> = { 'smtp:': ['465'], 'smtps:': ['25', '587'] };

export const smtpUrl: Parser<string> = (given) => {
  const form = 'must be smtp://user:password@host:port or smtps://…';
  const parsed = serverUrl(given, ['smtp:', 'smtps:'], form);
  if ('problem' in parsed) return parsed;
  const { protocol, username, password, pathname, port } = parsed.value;
  if (!/^\/?$/.test(pathname)) return { problem: form };
  if (username !== '' && password === '') return NO_PASSWORD;
  if (!SMTP_PORTS[protocol]?.includes(port)) return { value: given };
  const other = protocol === 'smtp:' ? 'smtps' : 'smtp';
  return { problem: `must start with ${other}:// for port ${port}` };
};

const DATABASE_FORM = 'must be sqlite:<path> or mysql://user:pass@host:port/database';

export const databaseUrl: Parser<string> = (given) =>
  given.startsWith('sqlite:') ? sqliteUrl(given) : mysqlUrl(given);

function sqliteUrl(given: string): Parsed<string> {
  const path = given.slice('sqlite:'.length);
  if (path === '' || path.endsWith('/')) return { problem: DATABASE_FORM };
  if (/^\/\/[^/]/.test(path)) return { problem: 'must have one slash before an absolute path' };
  if (path.includes(':memory:'))
    return { problem: 'must name a file: the relay keeps what it acks' };
  if (path.includes('?')) return { problem: 'must have nothing after the path' };
  const problem = fileProblem(path);
  return problem === null ? { value: given } : { problem };
}

function mysqlUrl(given: string): Parsed<string> {
  const parsed = serverUrl(given, ['mysql:'], DATABASE_FORM);
  if ('problem' in parsed) return parsed;
  const url = parsed.value;
  // The driver's library takes the name as it is written.
  if (!/^\/[^/%]+$/.test(url.pathname)) return { problem: DATABASE_FORM };
  const tls = databaseTls(url);
  const unused = [...url.searchParams.keys()].find((key) => /^(use)?ssl|^tls.|^host$/i.test(key));
  if (tls === null || unused !== undefined) {
    return { problem: 'must say ?tls=verify or ?tls=off, or neither' };
  }
  if (tls === 'verify' && !isNamed(url)) {
    return {
      problem:
        'must have a name for its host: a certificate is checked against one (or add ?tls=off)',
    };
  }
  return { value: url.href };
}
