/** @jsxImportSource react */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createChat } from '@chat-relay/widget-sdk';
import { Conversation } from './conversation';

const root = document.getElementById('root')!; // in the page that main.mjs serves
const { baseUrl = '', tenantId = '', publicKey = '' } = root.dataset;
const chat = createChat({ baseUrl, tenantId, publicKey });

createRoot(root).render(
  <StrictMode>
    <Conversation chat={chat} />
  </StrictMode>,
);
