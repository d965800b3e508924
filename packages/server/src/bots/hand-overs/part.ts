import type { Part } from '../../platform/part';
import { handOverRoutes } from './routes';
import { createHandOvers } from './service';

export function handOversPart(deps: Parameters<typeof createHandOvers>[0]): Part {
  return { routes: handOverRoutes({ handOvers: createHandOvers(deps) }) };
}
