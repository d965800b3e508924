import type { ListOptions } from '../print-list';
import { callbacksLog } from './log';

export interface DeadLettersOptions extends ListOptions {
  tenant?: string;
}

export async function deadLetters(options: DeadLettersOptions): Promise<void> {
  await callbacksLog({ ...options, state: 'dead' });
}
