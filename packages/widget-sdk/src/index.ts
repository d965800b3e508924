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
  ChatFiles,
  ChatMessage,
  ChatSession,
  ChatStatus,
  ChatTranscript,
  Identity,
  SendOptions,
  SentTranscript,
  SharedPage,
  Snapshot,
} from './types';
