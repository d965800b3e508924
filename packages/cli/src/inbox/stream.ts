import type { DeskRelay } from '@chat-relay/desk/relay/routes';
import type { Row } from '@chat-relay/desk/wire';
import { EXIT, ExitError } from '../errors';
import { printJsonLine } from '../terminal/output';
import { openFeed } from './feed';

/**
 * Prints the queue as JSON lines on stdout until it is interrupted: first all active conversations, then each update
 * that the relay sends, and `{"type":"connection"}` lines. After a lost connection all active conversations are printed
 * again, so a reader must keep the latest line of each `conversation_id`.
 */
export async function streamInbox(options: {
  url: string;
  token: string;
  workspaceIds: readonly string[];
  tenantId: string | null;
  relay: DeskRelay;
}): Promise<void> {
  const { tenantId, relay } = options;
  const printRow = (conversation: Row): void => {
    if (tenantId === null || conversation.tenant_id === tenantId) {
      printJsonLine({ type: 'conversation', conversation });
    }
  };

  await new Promise<void>((resolve, reject) => {
    const stop = (error?: unknown): void => {
      process.off('SIGINT', stopGently).off('SIGTERM', stopGently);
      void feed.close();
      if (error instanceof Error) reject(error);
      else resolve();
    };
    const stopGently = (): void => stop();
    process.on('SIGINT', stopGently).on('SIGTERM', stopGently);

    const feed = openFeed({
      ...options,
      onUpdate: (update) => {
        if (update.type === 'conversation') printRow(update.conversation);
        else printJsonLine(update);
      },
      onLink: (link) => {
        printJsonLine({ type: 'connection', status: link.kind });
        if (link.kind !== 'live') return;
        relay.activeRows(tenantId).then(
          (rows) => rows.forEach(printRow),
          (error: unknown) => {
            // The connection was lost again: the feed notices that as well, and reconnects.
            const isAway = error instanceof ExitError && error.exitCode === EXIT.unreachable;
            if (!isAway) stop(error);
          },
        );
      },
      onRefused: stop,
    });
  });
}
