import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { OpenConversation } from '@chat-relay/desk/state';
import type { Inbox } from '../model/inbox';
import type { ListWindow } from '../use-window';

/** The rows around it turn out higher or lower than estimated, so it is centred in several frames. */
const SETTLING_FRAMES = 4;

export interface Hit {
  inbox: Inbox;
  open: OpenConversation;
  /** The `seq` of the message in which a search found the conversation. */
  hitSeq: number | null;
  keys: readonly string[];
}

/** Scrolls once to the message that a search found, and fetches earlier messages until it is loaded. */
export function useHit({ inbox, open, hitSeq, keys }: Hit, threadWindow: ListWindow): void {
  const { list, first, last, show, onScroll } = threadWindow;
  const shown = useRef<number | null>(null);
  const firstSeq = open.messages[0]?.seq ?? 0;
  const isSought = hitSeq !== null && shown.current !== hitSeq && open.isLoaded;
  const index = isSought ? keys.indexOf(String(hitSeq)) : -1;

  useEffect(() => {
    if (isSought && hitSeq < firstSeq && open.hasOlder) {
      inbox.desk.sync.older().catch(() => {}); // the connection's banner says so
    }
  }, [isSought, hitSeq, firstSeq]);

  const place = useRef(onScroll);
  place.current = onScroll;
  useLayoutEffect(() => {
    if (hitSeq === null) shown.current = null;
    if (index < 0) return;
    const element = list.current?.children[index - first];
    if (index < first || index >= last || !element) {
      show(index);
      return;
    }
    shown.current = hitSeq;
    let frames = SETTLING_FRAMES;
    const center = (): void => {
      if (!element.isConnected) return;
      element.scrollIntoView({ block: 'center' });
      place.current();
      if (--frames > 0) requestAnimationFrame(center);
    };
    center();
  });
}
