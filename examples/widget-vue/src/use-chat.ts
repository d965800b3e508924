import { onMounted, onScopeDispose, readonly, shallowRef, type ShallowRef } from 'vue';
import type { Chat, Snapshot } from '@chat-relay/widget-sdk';

/** The current snapshot in a ref, which is all that Vue needs. It ends with its component. */
export function useChat(chat: Chat): Readonly<ShallowRef<Snapshot>> {
  const snapshot = shallowRef(chat.getState());
  const unsubscribe = chat.subscribe(() => {
    snapshot.value = chat.getState();
  });
  onMounted(() => chat.start({ open: true }));
  onScopeDispose(() => {
    unsubscribe();
    chat.stop();
  });
  return readonly(snapshot);
}
