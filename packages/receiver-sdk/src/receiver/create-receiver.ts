import type { ReceiverOptions } from './options';
import { receiverWith } from './receiver';
import type { Receiver } from './receiver';
import { findSecret } from '../signature/verify';

/**
 * Makes a receiver of callbacks. Give it to an adapter, or call `receive` yourself.
 *
 * @throws TypeError if secrets are missing or an option is invalid.
 * @example
 * const receiver = createReceiver({ secrets: ['ts_…'] });
 * receiver.on('message-received', (event) => console.log(event.message.content));
 * http.createServer(nodeHandler(receiver)).listen(3000);
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  return receiverWith(findSecret, options);
}
