import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** The mail as it was sent, with its headers. */
  raw: string;
  /** The plain text, decoded. */
  text: string;
  /** The HTML, decoded. */
  html: string;
  headers: Record<string, string>;
}

export interface TestSmtp {
  url: string;
  mails: ReceivedMail[];
  mailsTo(address: string): ReceivedMail[];
  /** Refuses these recipients permanently. */
  unknown: Set<string>;
  /** How many mails were refused that way. */
  refused(): number;
  close(): Promise<void>;
}

/** Starts a mail server on a free port that stores what it receives. */
export async function startSmtp(): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const unknown = new Set<string>();
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      if (!unknown.has(address)) return done();
      refused++;
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, ...readMail(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailsTo: (address) => mails.filter(({ to }) => to.includes(address)),
    unknown,
    refused: () => refused,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Parses a mail as nodemailer writes it: a multipart message of two parts. */
function readMail(raw: string): Omit<ReceivedMail, 'to'> {
  const parts = raw.split('\r\n\r\n');
  const headers = headersOf(parts[0] ?? '');
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  const bodies = raw.split(`--${boundary}`).slice(1);
  const bodyOf = (type: string): string => {
    const part = bodies.find((body) => body.includes(`Content-Type: ${type}`)) ?? '';
    const end = part.indexOf('\r\n\r\n');
    return decode(headersOf(part.slice(0, end)), part.slice(end + 4));
  };
  return { raw, headers, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

function headersOf(block: string): Record<string, string> {
  const lines = block.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf(':');
      return at < 1 ? [] : [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]];
    }),
  );
}

function decode(headers: Record<string, string>, body: string): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n').trim();
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trim();
}
