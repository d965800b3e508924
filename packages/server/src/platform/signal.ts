import type { Logger } from './log';

/** Adds a listener. @returns a function that removes it */
export type Listen<Value, Result = void> = (listener: (value: Value) => Result) => () => void;

/**
 * Reports a completed event. It can't be undone any more, so a listener that throws is logged, and
 * affects no other.
 */
export interface Signal<Value> {
  on: Listen<Value>;
  emit(value: Value): void;
  hasListeners(): boolean;
}

/**
 * Reports an event in progress, and waits for its listeners, one after another. The first that fails
 * fails the emit: with a transaction in its value, a listener's failure rolls that back.
 */
export interface AwaitedSignal<Value> {
  on: Listen<Value, Promise<void>>;
  emit(value: Value): Promise<void>;
}

/** @param name for the log line about a listener that throws */
export function createSignal<Value>(name: string, log: Logger): Signal<Value> {
  const { on, listeners } = createListeners<(value: Value) => void>();
  return {
    on,
    emit: (value) => {
      for (const listener of listeners) {
        try {
          listener(value);
        } catch (error) {
          log.error(
            { event: 'relay.listener_failed', err: error, signal: name },
            'a listener failed',
          );
        }
      }
    },
    hasListeners: () => listeners.size > 0,
  };
}

export function createAwaitedSignal<Value>(): AwaitedSignal<Value> {
  const { on, listeners } = createListeners<(value: Value) => Promise<void>>();
  return {
    on,
    emit: async (value) => {
      for (const listener of listeners) await listener(value);
    },
  };
}

function createListeners<Listener>() {
  const listeners = new Set<Listener>();
  const on = (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { on, listeners };
}
