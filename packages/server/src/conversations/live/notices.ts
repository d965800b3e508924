import type { Audit } from '../../audit/log';
import type { Scans } from '../../attachments/scanning/scans';
import type { Sessions } from '../../accounts/sessions/sessions';
import type { OperatorPresence } from '../../operators/presence';
import type { Logger } from '../../platform/log';
import type { TenantDirectory } from '../../tenants/directory';
import type { Blocks } from '../../visitors/blocks/blocks';
import type { PageLog } from '../../visitors/pages/page-log';
import type { Workspaces } from '../../workspaces/workspaces';
import type { VisitorSessions } from '../../visitors/sessions';
import type { Journal } from '../journal/journal';
import type { ConversationStore } from '../journal/store';
import type { Committed } from '../journal/submission';
import { suggestionView } from '../journal/views';
import type { ResumeLinks } from '../answer-mails/links';
import type { Hub, Notice } from './hub';
import { listChangesOf, type ListChange } from './list-changes';

export interface NoticeSources {
  journal: Pick<Journal, 'onCommitted'>;
  visitorSessions: Pick<VisitorSessions, 'onEnded'>;
  resumeLinks: Pick<ResumeLinks, 'onTakenOver'>;
  consoleSessions: Pick<Sessions, 'onRevoked'>;
  directory: Pick<TenantDirectory, 'onChange'>;
  presence: Pick<OperatorPresence, 'onPresence'>;
  audit: Pick<Audit, 'onRecorded'>;
  workspaces: Pick<Workspaces, 'workspacesOf'>;
  pageLog: Pick<PageLog, 'onChanged'>;
  blocks: Pick<Blocks, 'onTurnedAway'>;
  /** Null: files are not scanned. */
  scans: Pick<Scans, 'onSettled'> | null;
  store: Pick<ConversationStore, 'ofSession'>;
  log: Logger;
}

/** Publishes the changes of this node, to its own sockets and to the other nodes. */
export function publishNotices(hub: Pick<Hub, 'publish'>, sources: NoticeSources): void {
  sources.journal.onCommitted((committed) => {
    const notice = noticeOf(committed);
    if (notice) hub.publish(notice);
    const suggestion = suggestionNoticeOf(committed);
    if (suggestion) hub.publish(suggestion);
  });
  sources.visitorSessions.onEnded((sessionId) => hub.publish({ kind: 'session-over', sessionId }));
  sources.resumeLinks.onTakenOver((taken) => hub.publish({ kind: 'session-taken-over', ...taken }));
  sources.blocks.onTurnedAway((sessionId) => hub.publish({ kind: 'session-blocked', sessionId }));
  sources.consoleSessions.onRevoked((sessionId) =>
    hub.publish({ kind: 'console-session-over', sessionId }),
  );
  sources.directory.onChange((tenantId) => hub.publish({ kind: 'tenant-changed', tenantId }));
  sources.pageLog.onChanged(({ tenantId, sessionId, conversationId, page }) => {
    if (conversationId === null) return;
    hub.publish({ kind: 'page', tenantId, sessionId, conversationId, page });
  });
  sources.scans?.onSettled((scanned) => {
    sources.store.ofSession(scanned).then(
      (state) => {
        if (!state) return;
        const { attachment, ...of } = scanned;
        const { uploadId, scan } = attachment;
        const { conversationId } = state;
        hub.publish({ kind: 'attachment', ...of, conversationId, uploadId, scan });
      },
      (err: unknown) =>
        sources.log.warn(
          { event: 'attachments.scan_not_shown', err, tenant_id: scanned.tenantId },
          'open pages do not see the result of a scan until they read again',
        ),
    );
  });
  sources.audit.onRecorded((event) => {
    const tell = (change: ListChange) => hub.publish({ kind: 'list-changed', ...change });
    for (const change of listChangesOf(event)) {
      tell(change);
      const { workspaceId, accountId } = change;
      if (workspaceId !== null || accountId === null) continue;
      // The account's name is in the lists of all its workspaces.
      sources.workspaces.workspacesOf(accountId).then(
        (all) => {
          for (const { workspace_id } of all) {
            tell({ ...change, workspaceId: workspace_id, accountId: null });
          }
        },
        (err: unknown) =>
          sources.log.warn(
            { event: 'account.change_not_shown', err },
            'open pages show the account as it was until they read it again',
          ),
      );
    }
  });
  sources.presence.onPresence((change) => hub.publish({ kind: 'presence', ...change }));
}

function noticeOf({ session, before, state, change, source }: Committed): Notice | null {
  if (!change || !state) return null;
  return {
    kind: 'change',
    session,
    state,
    messages: change.messages,
    receipts: change.receipts,
    hasStatusChanged:
      before?.status !== state.status ||
      before.operator?.operatorId !== state.operator?.operatorId ||
      before.rating !== state.rating,
    source,
  };
}

function suggestionNoticeOf({ session, state, change }: Committed): Notice | null {
  if (!state || change?.suggestion === undefined) return null;
  const { sessionId, tenantId } = session;
  const { conversationId } = state;
  const suggestion = change.suggestion && suggestionView(change.suggestion);
  return { kind: 'suggestion', tenantId, sessionId, conversationId, suggestion };
}
