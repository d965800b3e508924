import { expect } from 'vitest';
import { createReceiver } from '../src/index';
import type { Answer, ReceiverOptions } from '../src/index';
import { SECRET } from './fixtures';

export const OK: Answer = { status: 200, body: { received: true } };

/** A receiver and the errors it reported. */
export function build(changes: Partial<ReceiverOptions> = {}) {
  const errors: unknown[] = [];
  const options = {
    secrets: [SECRET],
    onError: (error: unknown) => errors.push(error),
    ...changes,
  };
  return { receiver: createReceiver(options as ReceiverOptions), errors };
}

/** The response to a refused request with this code. */
export function refused(status: number, code: string) {
  const error = { code, message: expect.any(String) };
  return { status, body: { received: false, error } };
}
