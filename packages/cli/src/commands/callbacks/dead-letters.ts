import type { ListOptions } from '../print-list';
import { callbacksLog } from './log';

/** Options of `relayctl callback dead-letters`. */
export interface DeadLettersOptions extends ListOptions {
  tenant?: string;
}

/** Lists the dead letters of a tenant. */
export async function deadLetters(options: DeadLettersOptions): Promise<void> {
  await callbacksLog({ ...options, state: 'dead' });
}
