import type { VisitorFrame } from './frames';
import type { Store } from './store';

export interface HumanWish {
  make(): void;
  /** Looks whether it came true. */
  check(): void;
  /** Says it, as long as it hasn't come true. */
  tell(): void;
  forget(): void;
}

/** The wish for a human. Its frame has no ack: it lasts until the conversation shows it fulfilled. */
export function createHumanWish(store: Store, send: (frame: VisitorFrame) => void): HumanWish {
  let isWanted = false;

  function check() {
    const status = store.get().conversation?.status;
    if (status === 'WAITING' || status === 'ASSIGNED') isWanted = false;
  }

  function tell() {
    check();
    if (isWanted) send({ type: 'escalate' });
  }

  return {
    make() {
      isWanted = true;
      tell();
    },
    check,
    tell,
    forget() {
      isWanted = false;
    },
  };
}
