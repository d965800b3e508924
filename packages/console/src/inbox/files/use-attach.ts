import { MAX_FILES } from '@chat-relay/desk/files';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole } from '../../state/console';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';

/** Adds files to the reply of this conversation, or says why that is not possible. */
export function useAttach(inbox: Inbox, row: Row | null): (files: readonly File[]) => void {
  const { toasts } = useConsole();
  const { words } = useLanguage();
  return (files) => {
    if (!row || files.length === 0) return;
    const { conversation_id: id, tenant_id: tenantId } = row;
    const { tenants, files: known } = inbox.state.value;
    if (!tenants[tenantId]?.attachments?.enabled) {
      void toasts.show(words.refusals.attachments_disabled);
      return;
    }
    const room = Math.max(0, MAX_FILES - (known[id]?.length ?? 0));
    if (files.length > room) void toasts.show(words.inbox.tooManyFiles(MAX_FILES));
    inbox.uploads.add(id, files.slice(0, room));
  };
}
