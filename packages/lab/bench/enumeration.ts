// Whether the time of an answer tells who has an account. Unknown, pending and active addresses are
// asked about in turn, over real HTTP, with mail going out: each difference of medians stays small.
import { randomBytes } from 'node:crypto';
import { SMTPServer } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { MINUTE } from '../../server/src/platform/clock';
import { startRelay } from '../../server/test/support/relay';
import { apiOf, type Answer, type Api } from '../../server/test/support/api';
import { median, report, round, type Figure } from './support/figures';

const SAMPLES = 200;
/** Number of addresses of each kind. Each gets fewer than ten wrong passwords, which would lock it. */
const ADDRESSES = 25;
const TOLERANCE_MS = 5;
const PASSWORD = 'a long enough passphrase';
const KINDS = ['unknown', 'pending', 'active'] as const;
type Kind = (typeof KINDS)[number];

const body = (email: string) => ({
  email,
  password: PASSWORD,
  display_name: 'Ada',
  organization_name: 'Acme',
});
const newEmail = () => `a${randomBytes(6).toString('hex')}@example.com`;

async function main(): Promise<void> {
  const figures = await measure('sqlite');
  if (process.env['TEST_MYSQL_URL']) figures.push(...(await measure('mysql')));
  else console.log('MariaDB is left out: TEST_MYSQL_URL is not set');
  report('enumeration', figures);
}

/** A route whose duration is measured. */
interface Question {
  name: string;
  /** Does what has to come first, and returns the call to measure. */
  prepare(api: Api, email: string): Promise<() => Promise<Answer>>;
}

const QUESTIONS: Question[] = [
  {
    name: 'register',
    prepare: async (api, email) => () => api.post('/console/register', body(email)),
  },
  {
    name: 'resend/registration-otp',
    prepare: async (api, email) => {
      const { data } = await api.post<{ registration_token: string }>(
        '/console/register',
        body(email),
      );
      const { registration_token } = data;
      pass(2 * MINUTE);
      return () => api.post('/console/resend/registration-otp', { registration_token });
    },
  },
  {
    name: 'forgot/password',
    prepare: async (api, email) => () => api.post('/console/forgot/password', { email }),
  },
  {
    name: 'login',
    prepare: async (api, email) => () =>
      api.post('/console/login', { email, password: 'not the passphrase' }),
  },
];

let shiftMs = 0;
function pass(ms: number): void {
  shiftMs += ms;
}

async function measure(dialect: 'sqlite' | 'mysql'): Promise<Figure[]> {
  process.env['TEST_DATABASE'] = dialect;
  const mailbox = await openMailbox();
  const limits = ['REGISTER', 'LOGIN', 'VERIFY', 'CONSOLE'];
  const relay = await startRelay({
    clock: () => Date.now() + shiftMs,
    env: {
      ENV: 'production',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Relay <relay@example.com>',
      BASE_URL: 'https://relay.example.com',
      // No request may be left without a mail because of a limit.
      LIMIT_MAILS_PER_RECIPIENT_HOUR: '1000000',
      LIMIT_MAILS_PER_RECIPIENT_DAY: '1000000',
      ...Object.fromEntries(limits.map((name) => [`LIMIT_${name}_PER_IP`, '1000000'])),
    },
  });
  try {
    const api = apiOf(relay.url);
    const pools: Record<Kind, string[]> = { unknown: [], pending: [], active: [] };
    for (let n = 0; n < ADDRESSES; n++) {
      for (const kind of ['pending', 'active'] as const) pools[kind].push(newEmail());
      await api.post('/console/register', body(pools.pending.at(-1)!));
      await activate(api, pools.active.at(-1)!, mailbox);
    }
    const figures: Figure[] = [];
    for (const question of QUESTIONS) {
      const times = await sample(api, question, pools);
      const medians = KINDS.map((kind) => median(times[kind]));
      const figure = (what: string, value: number, target = ''): Figure => ({
        database: dialect === 'sqlite' ? 'SQLite FULL' : 'MariaDB',
        what: `${question.name}: ${what}`,
        value: round(value),
        unit: 'ms',
        target,
      });
      figures.push(
        ...KINDS.map((kind, index) => figure(`${kind}, median of ${SAMPLES}`, medians[index]!)),
        figure(
          'largest difference',
          Math.max(...medians) - Math.min(...medians),
          `<= ${TOLERANCE_MS}`,
        ),
      );
    }
    return figures;
  } finally {
    await relay.stop();
    await mailbox.close();
  }
}

async function sample(
  api: Api,
  { name, prepare }: Question,
  pools: Record<Kind, string[]>,
): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { unknown: [], pending: [], active: [] };
  const statuses = new Set<number>();
  for (let n = 0; n < SAMPLES; n++) {
    // Passes the time that an address must wait between two requests.
    pass(MINUTE);
    // Changes the order each time, so that after-effects of one kind do not always burden the same next one.
    for (const [index] of KINDS.entries()) {
      const kind = KINDS[(index + n) % KINDS.length]!;
      const email = kind === 'unknown' ? newEmail() : pools[kind][n % ADDRESSES]!;
      const ask = await prepare(api, email);
      const from = performance.now();
      const { status } = await ask();
      times[kind].push(performance.now() - from);
      statuses.add(status);
    }
  }
  if (statuses.size > 1) throw new Error(`${name} answered ${[...statuses].join(' and ')}`);
  return times;
}

interface Mailbox {
  url: string;
  /** The code of the newest mail to an address. */
  codeFor(email: string): Promise<string>;
  close(): Promise<void>;
}

async function activate(api: Api, email: string, mailbox: Mailbox): Promise<void> {
  const begun = await api.post<{ registration_token: string }>('/console/register', body(email));
  const { status } = await api.post('/console/verify/registration', {
    registration_token: begun.data.registration_token,
    otp: await mailbox.codeFor(email),
  });
  if (status !== 200) throw new Error(`${email} was not activated: ${status}`);
}

async function openMailbox(): Promise<Mailbox> {
  const codes = new Map<string, string>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1];
        for (const { address } of envelope.rcptTo) if (code) codes.set(address, code);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    codeFor: async (email) => {
      for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 20) {
        const code = codes.get(email);
        if (code !== undefined) return code;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`no mail came for ${email}`);
    },
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}

await main();
