import { signal, type ReadonlySignal } from '@preact/signals';
import type { Announcer } from './announcer';

export interface Toast {
  id: number;
  text: string;
  action?: { label: string; run(): void };
}

/** Short messages at the edge of the screen, perhaps with an action such as undo. */
export interface Toasts {
  readonly shown: ReadonlySignal<readonly Toast[]>;
  /** Resolves when the toast closes, to `acted` if its action was chosen. */
  show(text: string, options?: ToastOptions): Promise<'acted' | 'gone'>;
  dismiss(id: number): void;
  /** Runs the action of the latest toast that has one. */
  act(): void;
}

export interface ToastOptions {
  action?: string;
  /** In ms; default 5,000. */
  forMs?: number;
}

const USUAL_MS = 5_000;
const MOST = 3;

export function createToasts(announcer: Announcer): Toasts {
  const shown = signal<readonly Toast[]>([]);
  const ends = new Map<number, (outcome: 'acted' | 'gone') => void>();
  let lastId = 0;

  const close = (id: number, outcome: 'acted' | 'gone'): void => {
    shown.value = shown.value.filter((toast) => toast.id !== id);
    ends.get(id)?.(outcome);
    ends.delete(id);
  };

  return {
    shown,
    show(text, { action, forMs = USUAL_MS } = {}) {
      const id = ++lastId;
      const toast: Toast = {
        id,
        text,
        ...(action !== undefined && { action: { label: action, run: () => close(id, 'acted') } }),
      };
      // A toast with the same text replaces the earlier one.
      const same = shown.value.find((known) => known.text === text);
      if (same) close(same.id, 'gone');
      const [oldest] = shown.value;
      if (oldest && shown.value.length >= MOST) close(oldest.id, 'gone');
      shown.value = [...shown.value, toast];
      announcer.say(text);
      setTimeout(() => close(id, 'gone'), forMs);
      return new Promise((resolve) => ends.set(id, resolve));
    },
    dismiss: (id) => close(id, 'gone'),
    act: () => shown.value.findLast(({ action }) => action)?.action?.run(),
  };
}
