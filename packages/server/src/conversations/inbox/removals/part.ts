import type { Part } from '../../../platform/part';
import { removalRoutes } from './routes';
import { createMessageRemoval } from './service';

export function removalsPart(deps: Parameters<typeof createMessageRemoval>[0]): Part {
  return { routes: removalRoutes({ removeMessage: createMessageRemoval(deps) }) };
}
