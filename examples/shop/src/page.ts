import { createChat } from '@chat-relay/widget-sdk';
import { mountChat } from './chat-box';

const section = document.querySelector<HTMLElement>('#chat');
const { baseUrl, tenantId, publicKey } = section?.dataset ?? {};

if (section && baseUrl && tenantId && publicKey) {
  const chat = createChat({ baseUrl, tenantId, publicKey, locale: document.documentElement.lang });
  mountChat(section, chat);
  chat.start();
  // The greeting is a courtesy: without it the page still works.
  chat.fetchConfig().catch(() => undefined);
}
