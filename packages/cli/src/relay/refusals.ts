import { EXIT, ExitError, type ExitCode } from '../errors';
import { sanitiseLine } from '../terminal/sanitise';

/** The `data` of an error's envelope. */
export interface RefusalData {
  code: string;
  [field: string]: unknown;
}

/** The response was an error. `code` is one of the protocol's stable codes. */
export class RelayRefusalError extends ExitError {
  override readonly name = 'RelayRefusalError';
  readonly status: number;
  readonly code: string;
  readonly data: RefusalData;

  constructor(status: number, data: RefusalData, message: string) {
    super(exitCodeOf(status, data.code), adviceFor(data, message));
    this.status = status;
    this.code = data.code;
    this.data = data;
  }

  /** The refused fields with their codes; the field is empty if it concerns the whole body. */
  get problems(): { field: string; code: string }[] {
    return problemsOf(this.data);
  }

  /** True if the request lacked a body. */
  get wantsBody(): boolean {
    return this.problems.some(({ field, code }) => field === '' && code === 'required');
  }
}

/** Waits for `call`; if the relay refuses with `code`, the error gets this `message`. */
export async function explainRefusal<Data>(
  call: Promise<Data>,
  code: string,
  message: string,
): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof RelayRefusalError) || error.code !== code) throw error;
    throw new ExitError(error.exitCode, message, { cause: error });
  }
}

const SIGNED_OUT = ['unauthenticated', 'token_invalid', 'session_revoked'];

function exitCodeOf(status: number, code: string): ExitCode {
  if (SIGNED_OUT.includes(code)) return EXIT.notSignedIn;
  if (status === 503) return EXIT.unreachable;
  return status >= 500 ? EXIT.failed : EXIT.refused;
}

const ADVICE: Record<string, string> = {
  unauthenticated: 'You are not signed in. Run relayctl login.',
  token_invalid: 'Your login has expired. Run relayctl login.',
  session_revoked: 'Your login was ended. Run relayctl login.',
  invalid_credentials:
    'Wrong e-mail or password, or the account is locked for a while after too many failures.',
  otp_invalid: 'This code is wrong, replaced or expired.',
  totp_invalid: 'This code is wrong or was used already. Wait for the next one.',
  totp_unavailable: 'The authenticator service does not answer. Try again later.',
  challenge_invalid:
    'This login has ended: too many wrong codes, or too late. Run the command again.',
  invalid_admin_key:
    "Wrong admin key. Set RELAY_ADMIN_KEY to the relay's ADMIN_KEY (in local mode: the file admin.key in its DATA_DIR).",
  account_pending: 'The account is not verified yet. Run relayctl register again.',
  account_not_active:
    'This account has not verified its address yet. It must finish its registration first.',
  last_system_admin: 'This is the last super-admin. Promote another account first.',
  last_owner: 'This is the last owner of the workspace. Make another member an owner first.',
  callback_url_forbidden:
    'The relay sends no callbacks to this address. It must be https and public, or in its CALLBACK_ALLOW_CIDRS.',
  insufficient_role: 'Your role in this workspace does not allow this. Ask one of its owners.',
  not_system_admin: 'Only a super-admin may do this.',
  tenant_suspended: 'The tenant is suspended.',
  not_found: 'Not found, or you have no access.',
  not_assignee: 'This conversation is not yours. Claim it first.',
  weak_password: 'This password is too easy to guess. Choose another one.',
  shutting_down: 'The relay is shutting down. Try again in a moment.',
  storage_unavailable: "The relay can't reach its database. Try again in a moment.",
  overloaded: 'The relay is overloaded. Try again in a moment.',
};

/** Advice for this terminal, else the relay's own sentence; never a code alone. */
function adviceFor(data: RefusalData, message: string): string {
  const known = ADVICE[data.code];
  if (known !== undefined) return known;
  const sentence = sanitiseLine(message) || `The relay refused this (${sanitiseLine(data.code)}).`;
  const retryAfterS = data['retry_after_s'];
  return typeof retryAfterS === 'number' ? `${sentence} Try again in ${retryAfterS} s.` : sentence;
}

function problemsOf(data: RefusalData): { field: string; code: string }[] {
  const details: unknown[] = Array.isArray(data['details']) ? data['details'] : [];
  return details.flatMap((detail) => {
    if (typeof detail !== 'object' || detail === null) return [];
    const { field, code } = detail as Record<string, unknown>;
    return typeof field === 'string' && typeof code === 'string' ? [{ field, code }] : [];
  });
}
