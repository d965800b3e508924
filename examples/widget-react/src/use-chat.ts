import { useEffect, useSyncExternalStore } from 'react';
import type { Chat, Snapshot } from '@chat-relay/widget-sdk';

/**
 * All that React needs: the snapshot keeps its identity until something changes. The chat is made
 * outside of the component, so that StrictMode's second mount finds the same one.
 */
export function useChat(chat: Chat): Snapshot {
  useEffect(() => {
    chat.start({ open: true });
    return chat.stop;
  }, [chat]);
  return useSyncExternalStore(chat.subscribe, chat.getState, chat.getState);
}
