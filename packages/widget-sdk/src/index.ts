export { createChat } from './chat';
export { ChatError, type ChatErrorCode } from './errors';
export type { ChatOptions } from './options';
export type { Persistence, StorageLike } from './storage';
export type { WebSocketConstructor, WebSocketLike } from './connection';
export type {
  Ack,
  Chat,
  ChatConfig,
  ChatConversation,
  ChatEvents,
  ChatMessage,
  ChatSession,
  ChatStatus,
  Identity,
  Snapshot,
} from './types';
