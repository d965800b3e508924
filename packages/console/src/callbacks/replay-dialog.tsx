import { useState } from 'preact/hooks';
import { RecordDialog } from '../records/record-dialog';
import { utcOf } from '../records/url-filter';
import { useConsole } from '../state/console';
import { useLanguage } from '../words/language';
import { EVENTS } from './filters';

export interface ReplayDialogProps {
  tenantId: string;
  onClose(): void;
  onDone(): void;
}

/** Counts the events of a time span, then sends them again if the person confirms. */
export function ReplayDialog({ tenantId, onClose, onDone }: ReplayDialogProps) {
  const { api, toasts } = useConsole();
  const { callbacks, common } = useLanguage().words;
  const [matched, setMatched] = useState<number | null>(null);
  const all = { value: '', label: common.all };
  return (
    <RecordDialog
      title={callbacks.replay}
      lead={
        <p role="status">
          {matched === null ? callbacks.replayLead : callbacks.replayCount(matched)}
        </p>
      }
      fields={[
        { name: 'since', label: callbacks.since, kind: 'datetime-local' },
        { name: 'until', label: callbacks.until, kind: 'datetime-local' },
        {
          name: 'state',
          label: callbacks.state,
          isOptional: true,
          options: [
            all,
            { value: 'dead', label: callbacks.states.dead },
            { value: 'delivered', label: callbacks.states.delivered },
          ],
        },
        {
          name: 'event',
          label: callbacks.event,
          isOptional: true,
          options: [all, ...EVENTS.map((value) => ({ value, label: value }))],
        },
      ]}
      submit={matched === null ? callbacks.count : callbacks.resendMany(matched)}
      onChange={() => setMatched(null)}
      onClose={onClose}
      send={async ({ since = '', until = '', state, event }) => {
        const answer = await api.post('console/replay/callbacks', {
          tenant_id: tenantId,
          since: utcOf(since),
          until: utcOf(until),
          ...(state && { state }),
          ...(event && { event }),
          dry_run: !matched,
        });
        if (!matched) return setMatched(answer.matched);
        void toasts.show(callbacks.replayed(answer.replayed));
        onDone();
      }}
    />
  );
}
