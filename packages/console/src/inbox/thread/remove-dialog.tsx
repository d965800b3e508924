import type { MessageView } from '@chat-relay/widget-sdk/frames';
import { RecordDialog } from '../../records/record-dialog';
import { useConsole } from '../../state/console';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';

export interface RemoveDialogProps {
  inbox: Inbox;
  conversationId: string;
  message: MessageView;
  onClose(): void;
  /** Called after the removal, when the dialog and the button that opened it are gone. */
  onRemoved(): void;
}

export function RemoveDialog(props: RemoveDialogProps) {
  const { inbox, conversationId, message, onClose } = props;
  const { api, toasts } = useConsole();
  const { inbox: text, common } = useLanguage().words;
  return (
    <RecordDialog
      title={text.removeMessage}
      lead={text.removeMessageText}
      fields={[]}
      submit={common.remove}
      isDangerous
      onClose={onClose}
      send={async () => {
        await api.post('console/remove/message', {
          conversation_id: conversationId,
          message_id: message.message_id,
        });
        onClose();
        // The feed brings the same change, unless it is disconnected.
        await inbox.desk.sync.again(message.seq).catch(() => {});
        props.onRemoved();
        void toasts.show(text.removed);
      }}
    />
  );
}
