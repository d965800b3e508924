import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createChat, type Chat, type ChatOptions, type StorageLike } from '../../src/index';

// Node has Web Locks from 24 on. They outlive a test, whose lock would hold up the chats of the next one.
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true, writable: true });

/** A chat that ends with its test. */
export function visit(baseUrl: string, options: Partial<ChatOptions> = {}): Chat {
  const chat = createChat({
    baseUrl,
    tenantId: 'tenant',
    publicKey: 'pk_test',
    origin: 'https://shop.example',
    persistence: 'memory',
    WebSocket,
    ...options,
  });
  onTestFinished(() => chat.destroy());
  return chat;
}

/** A device's storage: two chats on the same one are two pages of the same visitor. */
export function createDevice(): StorageLike & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

/** Each shown message as `content:state`. */
export function shown(chat: Chat): string[] {
  return chat.getState().messages.map(({ content, state }) => `${content}:${state}`);
}
