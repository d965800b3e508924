import { expect } from 'vitest';
import type { Api } from '../../../packages/server/test/support/api';
import type { Line } from '../widget-browser';
import type { EnginePage } from './page';

/** Types a message and sends it. */
export async function say(page: EnginePage, text: string): Promise<void> {
  await page.type('#chat-input', text);
  await page.pressEnter('#chat-input');
}

/** The messages in the panel. */
export const linesOf = (page: EnginePage): Promise<Line[]> =>
  page.evaluate(() => {
    const panel = document.querySelector('chat-relay-widget')?.shadowRoot;
    const items = panel?.querySelectorAll<HTMLElement>('#chat-messages .message') ?? [];
    return [...items].map((item) => ({
      kind: item.classList[1] ?? '',
      seq: item.dataset['seq'] ? Number(item.dataset['seq']) : null,
      content: item.querySelector('.content')?.textContent ?? '',
    }));
  });

/** Waits until a message of this kind is there, stored by the relay. */
export async function seen(page: EnginePage, kind: string, content: RegExp): Promise<void> {
  const line = {
    kind,
    seq: expect.any(Number) as number,
    content: expect.stringMatching(content) as string,
  };
  await expect.poll(() => linesOf(page), { timeout: 20_000 }).toContainEqual(line);
}

/** Claims the conversation that waits. @returns how the operator answers in it */
export async function claimNext(operator: Api, tenantId: string) {
  const { data } = await operator.get<{ conversations: { conversation_id: string }[] }>(
    `/console/fetch/conversations?tenant_id=${tenantId}&status=WAITING`,
  );
  const conversation_id = data.conversations[0]?.conversation_id;
  if (conversation_id === undefined) throw new Error('no visitor waits');
  await operator.post('/console/claim/conversation', { conversation_id });
  return (content: string) =>
    operator.post('/console/send/message', { conversation_id, client_msg_id: content, content });
}
