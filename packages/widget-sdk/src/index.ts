export { createChat } from './chat';
export { ChatError, type ChatErrorCode } from './errors';
export type { ChatOptions } from './options';
export type { Persistence, StorageLike } from './session/storage';
export type { WebSocketConstructor, WebSocketLike } from './connection/connection';
export type {
  Ack,
  AttachOptions,
  Chat,
  ChatAttachment,
  ChatConfig,
  ChatConversation,
  ChatDraft,
  ChatEvents,
  ChatMessage,
  ChatSession,
  ChatStatus,
  Identity,
  SendOptions,
  SharedPage,
  Snapshot,
} from './types';
