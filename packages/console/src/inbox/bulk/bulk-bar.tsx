import { useState } from 'preact/hooks';
import { receiversOfAll } from '../../desk/selectors';
import type { Operator, Row } from '../../desk/wire';
import { useBulkActions } from './use-bulk-actions';
import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { TransferDialog } from '../parts/transfer-dialog';
import { FailuresDialog } from './failures-dialog';
import { TagDialog } from './tag-dialog';
import type { Selection } from './use-selection';

/** What can be done with the conversations that are chosen in the list. */
export function BulkBar({
  inbox,
  rows,
  selection,
}: {
  inbox: Inbox;
  /** Those in the list. */
  rows: readonly Row[];
  selection: Selection;
}) {
  const { words } = useLanguage();
  const { inbox: text } = words;
  const bulk = useBulkActions(inbox, selection);
  const [dialog, setDialog] = useState<'transfer' | 'tag' | null>(null);
  const state = inbox.state.value;
  const count = selection.ids.size;
  const whyDisabled = count === 0 ? text.chooseFirst : undefined;
  const chosen = [...selection.ids].flatMap((id) => state.rows.get(id)?.row ?? []);
  const assign = (to: Operator): void => {
    setDialog(null);
    if (state.me.operatorIds.includes(to.operator_id)) return bulk.run({ type: 'claim' });
    const force = to.presence !== 'online';
    bulk.run({ type: 'transfer', operator_id: to.operator_id, ...(force && { force }) });
  };
  return (
    <>
      {selection.isOpen && (
        <div class="bulk-bar" role="toolbar" aria-label={text.many}>
          <span class="grow" role="status">
            {text.chosenCount(count)}
          </span>
          {count < rows.length && (
            <Button
              kind="plain"
              onClick={() => selection.set(rows.map((row) => row.conversation_id))}
            >
              {text.chooseAll(rows.length)}
            </Button>
          )}
          <Button
            kind="plain"
            icon="check"
            label={text.resolve}
            whyDisabled={whyDisabled}
            onClick={bulk.resolve}
          />
          <Button
            kind="plain"
            icon="people"
            label={text.assign}
            whyDisabled={whyDisabled}
            onClick={() => setDialog('transfer')}
          />
          <Button
            kind="plain"
            icon="tag"
            label={text.newTag}
            whyDisabled={whyDisabled}
            onClick={() => setDialog('tag')}
          />
          <Button
            kind="plain"
            icon="close"
            label={text.chooseNone}
            onClick={() => selection.close()}
          />
        </div>
      )}
      {dialog === 'transfer' && (
        <TransferDialog
          title={text.assignTo}
          found={receiversOfAll(state, chosen)}
          onOpen={() => void inbox.desk.sync.surroundings().catch(() => {})}
          onChoose={assign}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'tag' && (
        <TagDialog
          inbox={inbox}
          tenantIds={[...new Set(chosen.map((row) => row.tenant_id))]}
          onChoose={(tag) => {
            setDialog(null);
            bulk.run({ type: 'tag', tags: [tag] });
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {bulk.failures.length > 0 && (
        <FailuresDialog inbox={inbox} failures={bulk.failures} onClose={bulk.forget} />
      )}
    </>
  );
}
