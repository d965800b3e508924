import type { Part } from '../../platform/part';
import { importRoutes } from './routes';
import { createImports } from './service';

export function importsPart(deps: Parameters<typeof createImports>[0]): Part {
  return { routes: importRoutes({ importConversations: createImports(deps) }) };
}
