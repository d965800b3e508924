import { StepError } from './report.mjs';

/** The relay refused a request. `code` is one of the protocol's error codes. */
class RelayRefusalError extends StepError {
  /** @param {string} route @param {string} code @param {string} message */
  constructor(route, code, message) {
    super(`${route} was refused: ${code} (${message})`);
    this.code = code;
  }
}

/** Speaks the relay's public HTTP API. @param {string} relayUrl */
export function createRelayClient(relayUrl) {
  /** @param {'GET' | 'POST'} method @param {string} route @param {{ body?: object, token?: string }} options */
  async function request(method, route, { body, token } = {}) {
    const response = await fetch(`${relayUrl}/api/v1${route}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    });
    const { data, message } = await response.json();
    if (!response.ok) throw new RelayRefusalError(`${method} ${route}`, data.code, message);
    return data;
  }

  /** @param {string} route @param {object} body @param {string} [token] */
  const post = (route, body, token) =>
    request('POST', route, { body, ...(token ? { token } : {}) });
  /** @param {string} route @param {string} token */
  const get = (route, token) => request('GET', route, { token });

  /**
   * Logs in; in local mode the answer contains the second factor's code.
   * @param {string} email @param {string} password
   */
  async function logIn(email, password) {
    const login = await post('/console/login', { email, password });
    if (!login.redirect_to_mfa) return login;
    const { challenge_token } = login;
    const { dev_otp } = await post('/console/get/login-otp', { challenge_token });
    return post('/console/verify/login-otp', { challenge_token, code: dev_otp });
  }

  /**
   * Joins a workspace as a new account.
   * @param {{ email: string, password: string, display_name: string, invite_token: string }} account
   */
  async function joinByInvitation(account) {
    const { registration_token, dev_otp } = await post('/console/register', account);
    return post('/console/verify/registration', { registration_token, otp: dev_otp });
  }

  return { get, post, logIn, joinByInvitation };
}
