import type { ListOptions } from '../print-list';
import { callbacksLog } from './log';

/** Options of `relayctl callbacks dead-letters`. */
export interface DeadLettersOptions extends ListOptions {
  tenant?: string;
}

/** Those callbacks that were given up. */
export async function deadLetters(options: DeadLettersOptions): Promise<void> {
  await callbacksLog({ ...options, state: 'dead' });
}
