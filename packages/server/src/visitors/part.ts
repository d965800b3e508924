import type { Clock } from '../platform/clock';
import type { Part } from '../platform/part';
import type { Blocks } from './blocks/blocks';
import { visitorRoutes } from './routes';
import type { VisitorSessions } from './sessions';
import { sightingRoutes } from './sightings/routes';
import type { Sightings } from './sightings/sightings';

export function visitorsPart(
  deps: Parameters<typeof visitorRoutes>[0] &
    Parameters<typeof sightingRoutes>[0] & {
      clock: Clock;
      sessions: Pick<VisitorSessions, 'purgeExpired'>;
      sightings: Pick<Sightings, 'deleteExpired'>;
      blocks: Pick<Blocks, 'deleteExpired'>;
    },
): Part {
  const { clock, sessions, sightings, blocks } = deps;
  return {
    routes: [...visitorRoutes(deps), ...sightingRoutes(deps)],
    deletions: [
      async () => void (await sessions.purgeExpired(clock())),
      sightings.deleteExpired,
      blocks.deleteExpired,
    ],
  };
}
