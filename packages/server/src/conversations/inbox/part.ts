import type { Part } from '../../platform/part';
import { task } from '../../platform/tasks/task';
import { startAssigner } from './assignment/assigner';
import { startAutoRelease } from './auto-release';
import { blockRoutes } from './blocks/routes';
import { bulkRoutes } from './bulk/routes';
import { conversationRoutes } from './routes';
import { tagRoutes } from './tags/routes';
import { visitorConversationRoutes } from './visitor-routes';
import { startWaking } from './waking';

export function inboxPart(
  deps: Parameters<typeof conversationRoutes>[0] &
    Parameters<typeof tagRoutes>[0] &
    Parameters<typeof bulkRoutes>[0] &
    Parameters<typeof blockRoutes>[0] &
    Parameters<typeof visitorConversationRoutes>[0] &
    Parameters<typeof startAutoRelease>[0] &
    Parameters<typeof startAssigner>[0],
): Part {
  return {
    routes: [
      ...bulkRoutes(deps),
      ...tagRoutes(deps),
      ...blockRoutes(deps),
      ...conversationRoutes(deps),
      ...visitorConversationRoutes(deps),
    ],
    tasks: [
      task('auto-release', () => startAutoRelease(deps)),
      task('assignment', () => startAssigner(deps)),
      task('end of snoozes', () => startWaking(deps)),
    ],
  };
}
