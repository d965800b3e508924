const REMEMBER_MS = 5 * 60_000;

/** A request that can't be served, with the status of its answer. */
export class RequestError extends Error {
  /** @param {number} status @param {string} code */
  constructor(status, code) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/**
 * The operations that the relay can call. A repeated `request_id` gets the first answer again: the code in it
 * is good for one use, and a retry must not find it used.
 * @param {ReturnType<typeof import('./enrolments.mjs').createEnrolments>} enrolments
 * @param {{ onEnrolled: (uri: string) => void, now?: () => number }} options
 */
export function createOperations(enrolments, { onEnrolled, now = Date.now }) {
  /** @type {Map<string, { body: string, answer: object, forgetAt: number }>} Oldest first. */
  const answers = new Map();

  /** @param {string} subject */
  const enroll = (subject) => {
    const uri = enrolments.enroll(subject);
    onEnrolled(uri);
    return { otpauth_uri: uri };
  };
  const operations = new Map(
    /** @type {[string, (subject: string, code: string) => object][]} */ ([
      ['enroll', enroll],
      ['activate', enrolments.activate],
      ['verify', enrolments.verify],
      ['disable', enrolments.disable],
    ]),
  );

  const forgetOld = () => {
    for (const [id, { forgetAt }] of answers) {
      if (forgetAt > now()) return;
      answers.delete(id);
    }
  };

  /**
   * @param {string} op the path's last part
   * @param {string} body verified, not yet parsed
   * @returns {object}
   * @throws {RequestError}
   */
  return function answerTo(op, body) {
    const { request_id, subject, code } = read(op, body);
    const perform = operations.get(op);
    if (!perform) throw new RequestError(404, 'unknown_operation');

    forgetOld();
    const known = answers.get(request_id);
    if (known && known.body !== body) throw new RequestError(409, 'request_id_reused');
    if (known) return known.answer;
    const answer = { request_id, subject, ...perform(subject, code) };
    answers.set(request_id, { body, answer, forgetAt: now() + REMEMBER_MS });
    return answer;
  };
}

/** @param {string} op @param {string} body */
function read(op, body) {
  const request = parse(body);
  if (typeof request !== 'object' || request === null) throw new RequestError(400, 'bad_json');
  const { request_id, subject, code } = request;
  // The signature covers the body and not the path: without this, a captured call would fit any path.
  if (request.op !== op) throw new RequestError(401, 'op_mismatch');
  const needsCode = op === 'activate' || op === 'verify';
  if (!isId(request_id) || !isId(subject) || needsCode !== isCode(code))
    throw new RequestError(422, 'invalid_request');
  return { request_id, subject, code };
}

/** @param {string} body @returns {any} */
function parse(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** @param {unknown} value */
function isCode(value) {
  return typeof value === 'string' && /^\d{6}$/.test(value);
}

/** @param {unknown} value */
function isId(value) {
  return typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);
}
