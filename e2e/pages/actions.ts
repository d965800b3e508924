import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PagesStage } from './stage';

type Api = PagesStage['relay']['operator']['api'];

export const ANSWER = 'They come in June.';

export const said = (page: Page, kind: string, text: string) =>
  page.locator(`#chat-messages li.${kind}`, { hasText: text });

export async function send(page: Page, text: string): Promise<void> {
  await page.click('.launcher');
  await page.fill('#chat-input', text);
  await page.press('#chat-input', 'Enter');
  await said(page, 'visitor', text).waitFor();
}

/** Sends a message without a network. @returns waits for the code of its failure */
export async function sendUnsent(page: Page, ofWhom: string): Promise<() => Promise<unknown>> {
  const text = `unsent ${ofWhom}`;
  const outcome = await page.evaluateHandle((content) => {
    const sent = document.querySelector('chat-relay-widget')?.send(content);
    return { code: sent?.catch((error: { code: string }) => error.code) };
  }, text);
  await said(page, 'visitor', text).waitFor();
  return () => outcome.evaluate(({ code }) => code);
}

/** The visitor's messages in a conversation, as operators read them. */
export async function textsOf(api: Api, conversationId: string | undefined): Promise<string[]> {
  const { data } = await api.get<{
    messages: { content: string; sender: { kind: string } }[];
  }>(`/console/fetch/messages?conversation_id=${conversationId}`);
  return data.messages
    .filter(({ sender }) => sender.kind === 'visitor')
    .map(({ content }) => content);
}

export const conversationIn = (page: Page) =>
  page.evaluate(
    () =>
      document.querySelector('chat-relay-widget')?.chat?.getState().conversation?.conversationId,
  );

/** The operator's answer in the conversation that this page shows. */
export async function answerIn(api: Api, page: Page): Promise<void> {
  const conversation_id = await conversationIn(page);
  await api.post('/console/claim/conversation', { conversation_id });
  const sent = await api.post('/console/send/message', {
    conversation_id,
    client_msg_id: 'answer',
    content: ANSWER,
  });
  expect(sent.status).toBe(200);
}
