import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { Row } from '@chat-relay/desk/wire';
import {
  buildMessage,
  buildOperator,
  buildTenant,
  ME,
  SAM,
  TENANT,
} from '../../../desk/test/support/desk-fixtures';
import { ACCOUNT, MEMBERSHIP } from './fixtures';
import { serveFeed } from './scripted-feed';

interface Request {
  route: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  headers: IncomingMessage['headers'];
}

/** Replaces the proper response to a request. */
interface Answer {
  status?: number;
  data?: object;
  message?: string;
  /** The relay carries out the request, but its response is lost on the way. */
  isLost?: true;
  /** The request gets no response. */
  hangs?: true;
}

/** The operator of the signed-in account. */
const OWN = { ...buildOperator(ME, 'Camille'), account_id: ACCOUNT.account_id };

export const TOKEN = 'console-token-that-must-not-be-shown';

/**
 * A relay on a real port with the console routes that relayctl uses. It behaves properly until a test scripts a failure
 * of the network or the server.
 */
export async function startScriptedRelay() {
  const rows = new Map<string, Row>();
  const threads = new Map<string, MessageView[]>();
  const seen: Request[] = [];
  const answers: { route: string; answer: Answer }[] = [];
  const cannedReplies: CannedReply[] = [];
  let isTokenValid = true;
  let mail = 'unset';

  const server = createServer((request, response) => {
    void handle(request, response);
  });
  const isValid = (authorization: string): boolean =>
    isTokenValid && authorization === `Bearer ${TOKEN}`;
  const feed = serveFeed(server, isValid);

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const url = new URL(incoming.url ?? '', 'http://relay');
    const request: Request = {
      route: `${incoming.method} ${url.pathname.replace('/api/v1/console/', '')}`,
      query: url.searchParams,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      headers: incoming.headers,
    };
    seen.push(request);
    if (url.pathname === '/readyz') {
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ status: 'ready', mail }));
    }
    const index = answers.findIndex(({ route }) => route === request.route);
    const scripted = index < 0 ? undefined : answers.splice(index, 1)[0]!.answer;
    const answer = scripted && !scripted.isLost ? scripted : respond(request);
    if (scripted?.hangs) return;
    if (scripted?.isLost) return void incoming.socket.destroy();
    const status = answer.status ?? 200;
    const { data = {}, message = 'said the relay' } = answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status_code: status, data, message }));
  };

  const session = () => ({
    console_token: TOKEN,
    expires_at: '2026-11-28T12:00:00.000Z',
    account: ACCOUNT,
    memberships: [MEMBERSHIP],
  });

  const respond = (request: Request): Answer => {
    const { route, body, query } = request;
    const open = PUBLIC[route];
    if (open) return open(request);
    if (!isValid(request.headers.authorization ?? '')) {
      return { status: 401, data: { code: 'token_invalid' } };
    }
    const id = (body['conversation_id'] as string) ?? query.get('conversation_id') ?? '';
    const row = rows.get(id);
    switch (route) {
      case 'GET fetch/account':
        return { data: { account: ACCOUNT, memberships: [MEMBERSHIP] } };
      case 'POST logout':
        return {};
      case 'POST set/presence':
        return { data: { status: body['status'], operators: [OWN] } };
      case 'GET fetch/tenants':
        return list('tenants', [buildTenant(TENANT, 'Shop')]);
      case 'GET fetch/canned-replies':
        return list('canned_replies', [...cannedReplies]);
      case 'GET fetch/operators':
        return list('operators', [OWN, buildOperator(SAM, 'Sam')]);
      case 'GET fetch/conversations': {
        const status = query.get('status');
        const found = [...rows.values()].filter((each) => !status || each.status === status);
        return list('conversations', found);
      }
      case 'POST send/typing':
        return {};
    }
    if (!row) return { status: 404, data: { code: 'not_found' } };
    return respondAbout(route, row, body, query);
  };

  const respondAbout = (
    route: string,
    row: Row,
    body: Record<string, unknown>,
    query: URLSearchParams,
  ): Answer => {
    const { owner_epoch, claim_count } = row;
    const moved = { owner_epoch: owner_epoch + 1, operator_id: null, operator_display_name: null };
    switch (route) {
      case 'GET fetch/conversation':
        return { data: { conversation: row } };
      case 'GET fetch/messages': {
        const after = Number(query.get('after_seq') ?? -1);
        const before = Number(query.get('before_seq') ?? Infinity);
        const messages = (threads.get(row.conversation_id) ?? []).filter(
          ({ seq }) => seq > after && seq < before,
        );
        return { data: { messages, has_more: false, last_seq: row.last_seq } };
      }
      case 'POST claim/conversation':
        return put(row, {
          ...moved,
          claim_count: claim_count + 1,
          status: 'ASSIGNED',
          operator_id: ME,
          operator_display_name: 'Camille',
          claimed_at: '2026-11-21T12:04:00.000Z',
        });
      case 'POST release/conversation':
        return put(row, { ...moved, status: 'WAITING' });
      case 'POST resolve/conversation':
        return put(row, { ...moved, status: 'RESOLVED' });
      case 'POST transfer/conversation':
        return put(row, {
          claim_count: claim_count + 1,
          operator_id: String(body['operator_id']),
          operator_display_name: 'Sam',
        });
      case 'POST read/conversation':
        return put(row, { agent_read_seq: Number(body['seq']) });
      case 'POST send/message':
        return { data: { message: store(row, body) } };
      default:
        return { status: 404, data: { code: 'not_found' } };
    }
  };

  const put = (row: Row, change: Partial<Row>): Answer => {
    const conversation = { ...row, ...change };
    rows.set(row.conversation_id, conversation);
    return { data: { conversation } };
  };

  /**
   * Stores a message as the relay does: once for each `client_msg_id`, and published to the feed before the response.
   */
  const ids = new Map<string, MessageView>();
  const store = (row: Row, body: Record<string, unknown>): MessageView => {
    const clientMsgId = String(body['client_msg_id']);
    const known = ids.get(clientMsgId);
    if (known) return known;
    const sender = { kind: 'agent', display_name: 'Camille' } as const;
    const message = relay.say(row.conversation_id, String(body['content']), sender);
    ids.set(clientMsgId, message);
    return message;
  };

  const sentCode = { masked_email: 'c***@shop.example', resend_after_s: 0 };
  const PUBLIC: Record<string, (request: Request) => Answer> = {
    'POST login': () => ({
      data: { redirect_to_mfa: true, challenge_token: 'chl_x', mfa_factors: ['email', 'totp'] },
    }),
    'POST get/login-otp': () => ({ data: { ...sentCode, dev_otp: '123456' } }),
    'POST verify/login-otp': () => ({ data: session() }),
    'POST verify/login-totp': () => ({ data: session() }),
    'POST bootstrap/system-admin': () => ({ data: { account: ACCOUNT, outcome: 'created' } }),
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    session,
    sentCode,
    feed,
    /** Scripts the response to the route's next request. */
    script: (route: string, answer: Answer): void => void answers.push({ route, answer }),
    requests: (route: string): Request[] => seen.filter((one) => one.route === route),
    configureMail: (): void => void (mail = 'ok'),
    invalidateToken: (): void => void (isTokenValid = false),
    addCannedReply: (reply: CannedReply): void => void cannedReplies.push(reply),
    row: (id: string): Row => rows.get(id)!,
    /** Sends an update to the inbox's feed. */
    tell: (update: object): void => feed.publish(`/inbox/${MEMBERSHIP.workspace_id}`, update),
    /** Creates a conversation and publishes it to the feed. */
    add: (row: Row): void => {
      rows.set(row.conversation_id, row);
      const update = { type: 'conversation', conversation: row };
      feed.publish(`/inbox/${MEMBERSHIP.workspace_id}`, update);
    },
    /** Adds a message to a conversation, and publishes it to the feed unless the update is to be lost. */
    say: (
      id: string,
      content: string,
      sender: MessageView['sender'] = { kind: 'visitor' },
      { isMissed = false } = {},
    ): MessageView => {
      const thread = threads.get(id) ?? [];
      const message = buildMessage({ seq: thread.length + 1, content, sender });
      threads.set(id, [...thread, message]);
      const row = { ...rows.get(id)!, last_seq: message.seq };
      rows.set(id, row);
      if (!isMissed) {
        const about = { conversation_id: id, last_seq: message.seq };
        feed.publish(`/conversations/${id}`, { type: 'message', ...about, message });
        relay.add(row);
      }
      return message;
    },
  };
  onTestFinished(async () => {
    feed.cut();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return relay;
}

function list(plural: string, items: readonly object[]): Answer {
  return { data: { [plural]: items, next_cursor: null } };
}
