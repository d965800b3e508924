import { randomUUID } from 'node:crypto';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import type { RouteName } from '@chat-relay/server/wire';
import type { Api } from '../relay/api';

interface ArgumentsSchema {
  type: 'object';
  properties: Record<string, { type: string; description: string; enum?: string[] }>;
  required?: string[];
  additionalProperties: false;
}

/** An operation that a client of the Model Context Protocol may call. */
export interface Tool {
  name: string;
  description: string;
  /** Set if it changes something: then it is offered only with `--allow-writes`. */
  isWrite?: true;
  arguments: ArgumentsSchema;
  call(api: Api, given: Record<string, string>): Promise<unknown>;
}

const conversation_id = { type: 'string', description: 'the id of a conversation' };
const tenant_id = { type: 'string', description: 'the id of a tenant, from list_tenants' };
const workspace_id = { type: 'string', description: 'the id of a workspace, from whoami' };
const event_id = { type: 'string', description: 'the id of a callback, from list_callbacks' };
const cursor = { type: 'string', description: 'the next_cursor of an earlier answer' };
const documentId = { type: 'string', description: 'the id of a document, from list_documents' };
const entryId = { type: 'string', description: 'the id of an entry, from list_faq' };

/** All tools with their routes. The relay decides what the login may do. */
export const TOOLS: readonly Tool[] = [
  read('whoami', 'The account that is signed in, with its workspaces and roles.', 'account', {}),
  read('list_tenants', 'The tenants of a workspace.', 'tenants', { workspace_id, cursor }, [
    'workspace_id',
  ]),
  read(
    'list_conversations',
    'Conversations of a tenant, the latest first.',
    'conversations',
    {
      tenant_id,
      status: {
        type: 'string',
        description: 'only these',
        enum: ['BOT', 'WAITING', 'ASSIGNED', 'RESOLVED'],
      },
      q: {
        type: 'string',
        description:
          'words that must all occur in messages or in what is known of the visitor, such as an e-mail address or a telephone number; 2 to 64 characters',
      },
      cursor,
    },
    ['tenant_id'],
  ),
  read(
    'read_conversation',
    'One conversation: its status, who has it, what is known of the visitor.',
    'conversation',
    { conversation_id },
    ['conversation_id'],
  ),
  {
    name: 'read_messages',
    description:
      'The messages of a conversation, the last ones first to be read. Of files, their names and types.',
    arguments: schema(
      {
        conversation_id,
        before_seq: { type: 'string', description: 'only those before this seq' },
      },
      ['conversation_id'],
    ),
    call: async (api, query) => {
      const route = 'console/fetch/messages';
      const { messages, ...more } = await api.get(route, { query });
      return { ...more, messages: messages.map(withoutAddresses) };
    },
  },
  read(
    'list_callbacks',
    "A tenant's callbacks, the newest first, with the state of their delivery.",
    'callbacks',
    {
      tenant_id,
      state: {
        type: 'string',
        description: 'only these',
        enum: ['pending', 'aside', 'delivered', 'dead'],
      },
      conversation_id,
      cursor,
    },
    ['tenant_id'],
  ),
  read(
    'read_callback',
    'One callback: its body, every attempt and every answer.',
    'callback',
    { event_id },
    ['event_id'],
  ),
  read(
    'list_faq',
    "The entries that a tenant's bot answers from.",
    'faq-entries',
    { tenant_id, cursor },
    ['tenant_id'],
  ),
  read(
    'list_documents',
    "The documents that a tenant's bot answers from, without their text.",
    'knowledge-documents',
    { tenant_id, cursor },
    ['tenant_id'],
  ),
  read(
    'read_document',
    'One document with its text in Markdown.',
    'knowledge-document',
    { knowledge_document_id: documentId },
    ['knowledge_document_id'],
  ),
  write('claim_conversation', 'Take a waiting conversation.', 'claim/conversation', {
    conversation_id,
  }),
  {
    name: 'reply',
    description: 'Send a message to the visitor of a conversation that you have claimed.',
    isWrite: true,
    arguments: schema(
      { conversation_id, content: { type: 'string', description: 'what the visitor reads' } },
      ['conversation_id', 'content'],
    ),
    call: (api, given) =>
      api.post('console/send/message', { ...given, client_msg_id: `mcp-${randomUUID()}` }),
  },
  write(
    'resolve_conversation',
    'End a conversation that you have claimed.',
    'resolve/conversation',
    {
      conversation_id,
    },
  ),
  write('resend_callback', 'Send a callback again.', 'resend/callback', { event_id }),
  {
    name: 'add_faq_entry',
    description: "Add an entry to the FAQ that a tenant's bot answers from.",
    isWrite: true,
    arguments: schema(
      {
        tenant_id,
        question: { type: 'string', description: 'a way to ask for it' },
        answer: { type: 'string', description: 'what visitors read' },
      },
      ['tenant_id', 'question', 'answer'],
    ),
    call: (api, { question, ...given }) =>
      api.post('console/create/faq-entry', { ...given, questions: [question] }),
  },
  write(
    'add_document',
    "Add a document that a tenant's bot answers from.",
    'create/knowledge-document',
    {
      tenant_id,
      title: { type: 'string', description: 'what an answer names as its source' },
      content: { type: 'string', description: 'its text in Markdown, up to 64 KiB' },
    },
  ),
  write('replace_document', 'Replace the text of a document.', 'update/knowledge-document', {
    knowledge_document_id: documentId,
    content: { type: 'string', description: 'its text in Markdown, up to 64 KiB' },
  }),
  write('remove_document', 'Remove a document.', 'remove/knowledge-document', {
    knowledge_document_id: documentId,
  }),
  write('remove_faq_entry', 'Remove an entry of a FAQ.', 'remove/faq-entry', {
    faq_entry_id: entryId,
  }),
];

/** Removes the files' addresses, which a program that reads messages does not need, and which work for anyone. */
function withoutAddresses(message: MessageView): MessageView {
  if (!message.attachments) return message;
  const attachments = message.attachments.map(
    ({ url: _opens, url_expires_at: _ends, ...file }) => file,
  );
  return { ...message, attachments };
}

function schema(
  properties: ArgumentsSchema['properties'],
  required: string[] = [],
): ArgumentsSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** The rest of the names of routes with this prefix. */
type After<Prefix extends string, Name = RouteName> = Name extends `${Prefix}${infer Rest}`
  ? Rest
  : never;

function read(
  name: string,
  description: string,
  noun: After<'console/fetch/'>,
  properties: ArgumentsSchema['properties'],
  required: string[] = [],
): Tool {
  return {
    name,
    description,
    arguments: schema(properties, required),
    call: (api, query) => api.get(`console/fetch/${noun}`, { query }),
  };
}

/** Makes a tool that writes. All of its arguments are required. */
function write(
  name: string,
  description: string,
  route: After<'console/'>,
  properties: ArgumentsSchema['properties'],
): Tool {
  return {
    name,
    description,
    isWrite: true,
    arguments: schema(properties, Object.keys(properties)),
    call: (api, body) => api.post(`console/${route}`, body),
  };
}
