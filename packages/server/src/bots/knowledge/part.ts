import type { Part } from '../../platform/part';
import { createKnowledge } from './documents';
import { knowledgeRoutes } from './routes';

export function knowledgePart(deps: Parameters<typeof createKnowledge>[0]): Part {
  return { routes: knowledgeRoutes({ knowledge: createKnowledge(deps) }) };
}
