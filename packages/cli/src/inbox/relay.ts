import { createDeskRelay, type DeskRelay } from '@chat-relay/desk/relay/routes';
import type { Api } from '../relay/api';
import { refusalOf } from '../relay/retry';

/** The relay's routes that the inbox uses. All throw as `Api` does. */
export function createInboxRelay(api: Api): DeskRelay {
  return createDeskRelay({ ...api, explain: refusalOf });
}
