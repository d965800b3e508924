import { useConsole } from '../state/console';
import { useLanguage } from '../words/language';
import { download } from './download';
import { RecordDialog } from './record-dialog';
import { useAct } from './use-act';

/** Exactly one of the two: a session, or everything of a user of the tenant. */
export type VisitorRef = { session_id: string } | { user_id: string };

/** What has to be typed before this visitor is erased: their id, or the beginning of a session's. */
const SIGN_LENGTH = 10;
const idOf = (ref: VisitorRef): string => ('user_id' in ref ? ref.user_id : ref.session_id);
const signOf = (ref: VisitorRef): string =>
  'user_id' in ref ? ref.user_id : ref.session_id.slice(0, SIGN_LENGTH);

/** Gives everything that is stored about the visitor, as a file. */
export function useExport(tenantId: string, visitor: VisitorRef): () => void {
  const { api } = useConsole();
  const { audit } = useLanguage().words;
  const act = useAct();
  return () =>
    void act(async () => {
      const body = { tenant_id: tenantId, ...visitor };
      const answer = await api.post('console/export/visitor', body);
      download('visitor.json', 'application/json', JSON.stringify(answer.export, null, 2));
    }, audit.exported);
}

/** Asks for the visitor’s id, or the beginning of a session’s, before everything of them is erased. */
export function EraseDialog({
  tenantId,
  visitor,
  onClose,
  onDone,
}: {
  tenantId: string;
  visitor: VisitorRef;
  onClose(): void;
  onDone(): void;
}) {
  const { api, toasts } = useConsole();
  const { audit, tenants } = useLanguage().words;
  return (
    <RecordDialog
      title={audit.erase}
      lead={
        <>
          <p>
            <bdi class="mono">{idOf(visitor)}</bdi>
          </p>
          <p>{audit.eraseText}</p>
        </>
      }
      fields={[
        { name: 'sign', label: tenants.typeName(signOf(visitor)), mustEqual: signOf(visitor) },
      ]}
      submit={audit.erase}
      isDangerous
      onClose={onClose}
      send={async () => {
        const body = { tenant_id: tenantId, ...visitor };
        const answer = await api.post('console/erase/visitor', body);
        void toasts.show(audit.erased(answer.erased_sessions));
        onDone();
      }}
    />
  );
}
