import { expect } from 'vitest';
import { apiOf, type Api } from '../../support/api';
import type { MailStage } from '../../support/mail-stage';
import type { TestRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, uniqueEmail, type WorldVisitor } from '../../support/world';

export const QUESTION = 'THE VISITORS OWN WORDS';

export interface Absence {
  visitor: WorldVisitor;
  email: string;
  conversationId: string;
}

/** The visitor asks for a person, leaves an address and closes the page. */
export async function leave(
  { world }: MailStage,
  relay: TestRelay,
  email = uniqueEmail(),
  locale = 'en',
): Promise<Absence> {
  const visitor = await createVisitor(relay.url, world, { mode: 'human', locale });
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say('m1', QUESTION);
  const { conversation } = await socket.next('status');
  socket.send({ type: 'contact', email });
  await socket.next('contact_ok');
  socket.send({ type: 'read', seq: (await socket.next('msg')).seq });
  socket.close();
  await socket.closed;
  return { visitor, email, conversationId: conversation.conversation_id };
}

/** Lets the operator come online, claim the conversation if it waits, and answer. */
export async function answer(
  api: Api,
  { conversationId: conversation_id }: Absence,
  id: string,
  content: string,
): Promise<number> {
  await api.post('/console/claim/conversation', { conversation_id });
  const sent = await api.post<{ message: { seq: number } }>('/console/send/message', {
    conversation_id,
    client_msg_id: id,
    content,
  });
  expect(sent.status).toBe(200);
  return sent.data.message.seq;
}

export function tokenIn(text: string): string {
  const [, token] = /#relay=(\S+)/.exec(text) ?? [];
  if (token === undefined) throw new Error(`no link in: ${text}`);
  return token;
}

export function resume(url: string, token: string, headers: Record<string, string> = {}) {
  return apiOf(url, undefined, headers).post<{ session_id: string; visitor_token: string }>(
    '/resume/visitor-session',
    { token },
  );
}
