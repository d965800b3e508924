import { createDeskRelay, type DeskRelay } from '@chat-relay/desk/relay/routes';
import type { Api } from '../relay/api';
import { refusalOf } from '../relay/retry';

/** Makes the calls that the inbox needs. All throw as `Api` does. */
export function createInboxRelay(api: Api): DeskRelay {
  return createDeskRelay({ ...api, explain: refusalOf });
}
