import { attempt } from '@chat-relay/widget-sdk/attempt';
import { effect as signalEffect } from '@preact/signals';

/**
 * Runs now, and again after each change of the signals that it reads. An error is reported and stops neither the effect
 * nor the change that caused it.
 * @returns a function that stops the effect
 */
export function effect(run: () => void): () => void {
  return signalEffect(() => attempt(run));
}
