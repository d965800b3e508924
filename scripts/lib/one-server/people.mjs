import { setTimeout as wait } from 'node:timers/promises';
import { StepError } from '../report.mjs';
import { ORIGIN } from './site.mjs';

const SEEN_MS = 30_000;
/** Longer than a restart. */
const SAID_MS = 60_000;

/** @typedef {import('./site.mjs').Site} Site */
/** @typedef {{ email: string, password: string }} Account */

/**
 * Signs in with the code that is mailed.
 * @param {Site} site @param {Account} account @param {(email: string) => Promise<string>} nextCode
 * @returns {Promise<string>} the token
 */
export async function signIn(site, { email, password }, nextCode) {
  const { challenge_token } = await site.post('/console/login', { email, password });
  await site.post('/console/get/login-otp', { challenge_token });
  const code = await nextCode(email);
  const session = await site.post('/console/verify/login-otp', { challenge_token, code });
  return session.console_token;
}

/**
 * Creates a workspace and a site, and makes the person an operator who is online.
 * @param {Site} site @param {string} token @param {string} email
 */
export async function setUp(site, token, email) {
  const { workspace } = await site.post('/console/create/workspace', { name: 'Shop' }, token);
  const { workspace_id } = workspace;
  const { tenant } = await site.post(
    '/console/create/tenant',
    { workspace_id, tenant_name: 'Shop', allowed_origins: [ORIGIN] },
    token,
  );
  // Creating a site may have made its creator an operator.
  const route = `/console/fetch/operators?workspace_id=${workspace_id}`;
  const { operators } = await site.get(route, token);
  if (operators.length === 0) {
    const operator = { workspace_id, email, display_name: 'Ada', tenant_ids: [tenant.tenant_id] };
    await site.post('/console/create/operator', operator, token);
  }
  await site.post('/console/set/presence', { status: 'online' }, token);
  return { tenantId: tenant.tenant_id, widgetKey: tenant.widget_public_key };
}

/**
 * A visitor with a page that stays open: what is not confirmed is sent again, as the widget does.
 * @param {Site} site @param {{ tenantId: string, widgetKey: string }} tenant
 */
export async function openVisitor(site, { tenantId, widgetKey }) {
  const body = { tenant_id: tenantId, widget_public_key: widgetKey, origin: ORIGIN, locale: 'en' };
  const { visitor_token: token } = await site.post('/create/visitor-session', body);
  /** @type {Map<number, any>} seq → message */
  const messages = new Map();
  /** @type {Map<string, { content: string, resolve: (seq: number) => void }>} */
  const unconfirmed = new Map();
  /** @type {import('ws').WebSocket} */
  let socket;
  let isOpen = false;
  let isOver = false;

  /** @param {string} id @param {string} content */
  const send = (id, content) =>
    socket.send(JSON.stringify({ type: 'msg', client_msg_id: id, content }));

  const open = () => {
    socket = site.socket(token, Math.max(0, ...messages.keys()));
    socket.on('message', (data) => {
      const frame = JSON.parse(/** @type {Buffer} */ (data).toString());
      if (frame.type === 'welcome') {
        isOpen = true;
        for (const [id, { content }] of unconfirmed) send(id, content);
      } else if (frame.type === 'ack') {
        unconfirmed.get(frame.client_msg_id)?.resolve(frame.seq);
        unconfirmed.delete(frame.client_msg_id);
      } else if (frame.type === 'msg') messages.set(frame.seq, frame);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isOpen = false;
      if (!isOver) setTimeout(open, 250);
    });
  };
  open();

  let count = 0;
  return {
    /** @param {string} content @returns {Promise<number>} its place, once the relay has stored it */
    say: (content) =>
      new Promise((resolve, reject) => {
        const id = `m${(count += 1)}`;
        const late = setTimeout(reject, SAID_MS, new StepError(`"${content}" is not confirmed`));
        const confirm = (/** @type {number} */ seq) => {
          clearTimeout(late);
          resolve(seq);
        };
        unconfirmed.set(id, { content, resolve: confirm });
        if (isOpen) send(id, content);
      }),
    /** @param {string} content */
    sees: async (content) => {
      const deadline = Date.now() + SEEN_MS;
      while (Date.now() < deadline) {
        if ([...messages.values()].some((message) => message.content === content)) return;
        await wait(50);
      }
      throw new StepError(`the visitor does not see "${content}"`);
    },
    close: () => {
      isOver = true;
      socket.close();
    },
  };
}

/**
 * Claims the conversation that waits, once the bot has handed it over.
 * @param {Site} site @param {string} token @returns {Promise<string>} its id
 */
export async function claim(site, token) {
  const deadline = Date.now() + SEEN_MS;
  while (Date.now() < deadline) {
    const { conversations } = await site.get('/console/fetch/conversations?status=WAITING', token);
    const [first] = conversations;
    if (first !== undefined) {
      const body = { conversation_id: first.conversation_id };
      await site.post('/console/claim/conversation', body, token);
      return first.conversation_id;
    }
    await wait(100);
  }
  throw new StepError('no conversation waits');
}

/** @param {Site} site @param {string} token @param {string} conversation @param {string} content */
export async function answer(site, token, conversation, content) {
  const body = { conversation_id: conversation, client_msg_id: `a-${content}`, content };
  await site.post('/console/send/message', body, token);
}

/**
 * Texts of the visitor and of operators, in order.
 * @param {Site} site @param {string} token @param {string} conversation @returns {Promise<string[]>}
 */
export async function wordsOf(site, token, conversation) {
  const route = `/console/fetch/messages?conversation_id=${conversation}&limit=100`;
  /** @type {string[]} */
  const words = [];
  let last = 0;
  for (let hasMore = true; hasMore;) {
    const page = await site.get(`${route}&after_seq=${last}`, token);
    for (const { seq, sender, content } of page.messages) {
      if (['visitor', 'agent'].includes(sender.kind)) words.push(content);
      last = seq;
    }
    hasMore = page.has_more;
  }
  return words;
}
