import { useConsole } from '../state/console';
import { useLanguage } from '../words/language';
import { download } from './download';
import { RecordDialog } from './record-dialog';
import { useAct } from './use-act';

/** Identifies a visitor by one session, or by the tenant's user id for all of their sessions. */
export type VisitorRef = { session_id: string } | { user_id: string };

/** Length of the part of a session's id that must be typed before its visitor is erased. */
const SIGN_LENGTH = 10;
const idOf = (ref: VisitorRef): string => ('user_id' in ref ? ref.user_id : ref.session_id);
const signOf = (ref: VisitorRef): string =>
  'user_id' in ref ? ref.user_id : ref.session_id.slice(0, SIGN_LENGTH);

/** Saves everything stored about the visitor as a file. */
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

/** Erases a visitor, after the person has typed the visitor's user id or the start of the session's id. */
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
