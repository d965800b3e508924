import { createApp, h } from 'vue';
import { createChat } from '@chat-relay/widget-sdk';
import { Conversation } from './conversation';

const root = document.getElementById('root')!; // in the page that main.mjs serves
const { baseUrl = '', tenantId = '', publicKey = '' } = root.dataset;
const chat = createChat({ baseUrl, tenantId, publicKey });

createApp({ render: () => h(Conversation, { chat }) }).mount(root);
