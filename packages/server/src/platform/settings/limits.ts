import type { Variable } from './variable';
import { wholeNumber } from './whole-number';

const limitNumber = wholeNumber(1, 1_000_000_000);
const LOCAL_FACTOR = 100;

/** Below 1 kB a sign-in would not fit; bodies are held in memory, so 16 MiB is the most. */
const bodyBytes = wholeNumber(1024, 16 * 1024 * 1024);
/** Bounds that keep the largest file's time limit within what a timer can take. */
const transferGrace = wholeNumber(1, 86_400);
const transferRate = wholeNumber(256, 1_000_000_000);

/** A limit that is the same in every mode: a size, a bucket or a quota. */
function fixed(limit: number, doc: string, parse = limitNumber) {
  return { parse, default: limit, doc } satisfies Variable<number>;
}

/** A limit per minute, which local mode multiplies by 100. */
function perMinute(limit: number, doc: string) {
  const defaults = { local: limit * LOCAL_FACTOR, production: limit };
  return { parse: limitNumber, default: defaults, doc } satisfies Variable<number>;
}

/** The variables that set limits: an office of a thousand people behind one address needs higher ones. */
export const LIMIT_VARIABLES = {
  LIMIT_REGISTER_PER_IP: perMinute(10, 'registrations'),
  LIMIT_LOGIN_PER_IP: perMinute(20, 'logins'),
  LIMIT_VERIFY_PER_IP: perMinute(30, 'codes asked for and checked'),
  LIMIT_CREATE_SESSION_PER_IP: perMinute(30, 'new visitor sessions'),
  LIMIT_REFRESH_PER_IP: perMinute(60, 'refreshed visitor tokens'),
  LIMIT_SOCKET_PER_IP: perMinute(60, 'opened sockets, of visitors and operators'),
  LIMIT_CONSOLE_PER_IP: perMinute(300, 'console calls'),
  LIMIT_WIDGET_CONFIG_PER_IP: perMinute(300, "reads of the widget's configuration"),
  LIMIT_VISITOR_PER_IP: perMinute(300, 'all other visitor calls'),
  // One backend makes the calls for all of a tenant's visitors.
  LIMIT_TENANT_API_PER_IP: perMinute(6000, "calls of tenants' backends"),
  LIMIT_TRANSCRIPTS_PER_SESSION: perMinute(6, 'transcripts of one session, read or mailed'),
  LIMIT_TRANSCRIPTS_PER_IP: perMinute(30, 'transcripts, read or mailed'),
  LIMIT_CREATE_SESSION_PER_TENANT: perMinute(600, 'new visitor sessions of one tenant'),
  LIMIT_IMPORT_PER_TENANT: perMinute(
    240,
    'calls that bring in conversations of one tenant, of at most 100 each',
  ),
  LIMIT_TEST_BOT_PER_ACCOUNT: perMinute(30, 'questions that one account asks a bot to try it'),
  LIMIT_TRANSLATE_PER_ACCOUNT: perMinute(60, 'texts that one account lets a model translate'),
  LIMIT_SOCKET_MESSAGES_PER_S: fixed(5, 'messages a second on one visitor socket'),
  LIMIT_SOCKET_MESSAGES_BURST: fixed(20, 'messages at once on one visitor socket'),
  LIMIT_SESSION_MESSAGES_PER_S: fixed(
    10,
    'messages a second over all sockets of one session on a node',
  ),
  LIMIT_SESSION_MESSAGES_BURST: fixed(
    60,
    'messages at once over all sockets of one session on a node',
  ),
  LIMIT_SYNC_PER_S: fixed(1, '`sync` frames a second of one session on a node'),
  LIMIT_SYNC_BURST: fixed(5, '`sync` frames at once of one session on a node'),
  LIMIT_OPEN_SOCKETS_PER_IP: fixed(200, "visitors' open sockets on one node"),
  LIMIT_MESSAGES_PER_SESSION_DAY: fixed(2000, 'visitor messages of one session in 24 h'),
  LIMIT_WORKSPACES_PER_ACCOUNT: fixed(20, 'workspaces that an account has created'),
  LIMIT_TENANTS_PER_WORKSPACE: fixed(100, 'tenants of one workspace'),
  LIMIT_CANNED_REPLIES_PER_WORKSPACE: fixed(1000, 'canned replies of one workspace'),
  LIMIT_NOTES_PER_CONVERSATION: fixed(1000, 'notes about one conversation'),
  LIMIT_BLOCKS_PER_TENANT: fixed(10_000, 'blocked visitors of one tenant'),
  LIMIT_UPLOADS_PER_SESSION_DAY: fixed(
    20,
    'files that a visitor, an operator or a bot uploads to one conversation in 24 h',
  ),
  LIMIT_UPLOAD_BYTES_PER_SESSION_DAY: fixed(100 * 1024 * 1024, 'bytes of those files'),
  LIMIT_UNFINISHED_UPLOADS_PER_SESSION: fixed(
    5,
    'of those files, how many may be unfinished at once',
  ),
  LIMIT_PUTS_PER_UPLOAD: fixed(5, 'requests that bring the bytes of one file'),
  LIMIT_ARRIVING_UPLOADS_PER_SESSION: fixed(
    2,
    'files whose bytes arrive at once, of a visitor, an operator or a bot in one conversation',
  ),
  LIMIT_ARRIVING_UPLOADS_PER_IP: fixed(8, 'files whose bytes arrive at once from one network'),
  LIMIT_ARRIVING_UPLOADS_PER_TENANT: fixed(32, 'files of one tenant whose bytes arrive at once'),
  LIMIT_ARRIVING_UPLOADS_PER_NODE: fixed(64, 'files whose bytes arrive at once on one node'),
  LIMIT_TRANSFER_GRACE_S: fixed(
    30,
    'seconds that a file may take in any case, to arrive or to be read',
    transferGrace,
  ),
  LIMIT_TRANSFER_BYTES_PER_S: fixed(
    16 * 1024,
    'bytes a second of the slowest line: for so many bytes a file gets another second',
    transferRate,
  ),
  LIMIT_OPEN_DOWNLOADS_PER_IP: fixed(64, 'files that one network reads at once on one node'),
  LIMIT_OPEN_DOWNLOADS_PER_NODE: fixed(512, 'files that are read at once on one node'),
  LIMIT_MAILS_PER_RECIPIENT_HOUR: fixed(5, 'mails to one recipient in an hour, in each budget'),
  LIMIT_MAILS_PER_RECIPIENT_DAY: fixed(20, 'mails to one recipient in a day, in each budget'),
  LIMIT_TRANSCRIPTS_PER_TENANT_DAY: fixed(
    200,
    'transcripts of one tenant mailed in a day to addresses that visitors left',
  ),
  LIMIT_INVITATIONS_PER_WORKSPACE_DAY: fixed(
    50,
    'invitation mails of a workspace in a day; 10 on its first day unless set',
  ),
  LIMIT_INVITATIONS_PER_ACCOUNT_DAY: fixed(
    50,
    'invitation mails of an account in a day, over all its workspaces; 10 on its first day unless set',
  ),
  LIMIT_BODY_CONSOLE_BYTES: fixed(32 * 1024, 'largest body of a console call', bodyBytes),
  LIMIT_BODY_TENANT_BYTES: fixed(256 * 1024, "largest body with a tenant's settings", bodyBytes),
  LIMIT_BODY_VISITOR_BYTES: fixed(16 * 1024, "largest body of a visitor's call", bodyBytes),
  LIMIT_BODY_ACCOUNT_BYTES: fixed(8 * 1024, 'largest body of registration and login', bodyBytes),
  LIMIT_BODY_TENANT_API_BYTES: fixed(
    256 * 1024,
    "largest body of a tenant's signed call",
    bodyBytes,
  ),
} as const;

type LimitVariable = keyof typeof LIMIT_VARIABLES;
type NameOf<V> = V extends `LIMIT_${infer Name}` ? Lowercase<Name> : never;

export type LimitName = NameOf<LimitVariable>;
export type RateLimitName = NameOf<
  {
    [V in LimitVariable]: (typeof LIMIT_VARIABLES)[V] extends ReturnType<typeof perMinute>
      ? V
      : never;
  }[LimitVariable]
>;

export type Limits = Record<LimitName, number> & {
  /** Lower limits for workspaces and accounts younger than a day; a limit that was set applies from the start. */
  readonly firstDay: Pick<Limits, 'invitations_per_workspace_day' | 'invitations_per_account_day'>;
};

const FIRST_DAY_INVITATIONS = 10;

/** @param isSet whether the environment sets a limit */
export function limitsOf(
  values: Record<LimitVariable, number>,
  isSet: (variable: LimitVariable) => boolean,
): Limits {
  const variables = Object.keys(LIMIT_VARIABLES) as LimitVariable[];
  const limits = Object.fromEntries(
    variables.map((variable) => [variable.slice('LIMIT_'.length).toLowerCase(), values[variable]]),
  ) as Record<LimitName, number>;
  const onFirstDay = (variable: LimitVariable) =>
    isSet(variable) ? values[variable] : FIRST_DAY_INVITATIONS;
  return {
    ...limits,
    firstDay: {
      invitations_per_workspace_day: onFirstDay('LIMIT_INVITATIONS_PER_WORKSPACE_DAY'),
      invitations_per_account_day: onFirstDay('LIMIT_INVITATIONS_PER_ACCOUNT_DAY'),
    },
  };
}
