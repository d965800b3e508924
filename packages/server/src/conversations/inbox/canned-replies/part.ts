import type { Part } from '../../../platform/part';
import { cannedReplyRoutes } from './routes';
import { createCannedReplies } from './service';

export function cannedRepliesPart(deps: Parameters<typeof createCannedReplies>[0]): Part {
  return { routes: cannedReplyRoutes({ cannedReplies: createCannedReplies(deps) }) };
}
