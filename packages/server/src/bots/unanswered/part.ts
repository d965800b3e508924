import type { Part } from '../../platform/part';
import { unansweredRoutes } from './routes';
import { createUnanswered } from './service';

export function unansweredPart(deps: Parameters<typeof createUnanswered>[0]): Part {
  return { routes: unansweredRoutes({ unanswered: createUnanswered(deps) }) };
}
