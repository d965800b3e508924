import { useEffect } from 'preact/hooks';
import { createFeedClient } from '../../api/feed-client';
import { openFeed } from '@chat-relay/desk/relay/feed';
import { useConsole } from '../../state/console';

/** Opens a feed for an account without a workspace, which has no inbox, only to learn when its session ends. */
export function SessionWatch() {
  const { session } = useConsole();
  useEffect(() => {
    const feed = openFeed({
      workspaceIds: [],
      createClient: createFeedClient,
      auth: () => null,
      onUpdate: () => {},
      onLink: () => {},
      onRefused: () => session.end(),
    });
    return () => void feed.close();
  }, []);
  return null;
}
