import { attempt } from '@chat-relay/widget-sdk/attempt';
import { effect as signalEffect } from '@preact/signals';

/**
 * Runs now, and again after each change of the signals that it reads. What it throws is reported: it ends neither the
 * effect nor the change that caused it. @returns what stops it
 */
export function effect(run: () => void): () => void {
  return signalEffect(() => attempt(run));
}
