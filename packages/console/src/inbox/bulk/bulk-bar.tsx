import { useEffect } from 'preact/hooks';
import { receiversOfAll } from '@chat-relay/desk/selectors';
import type { Operator } from '@chat-relay/server/wire/operators';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import { useKeyName } from '../keys';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';
import { TransferDialog } from '../parts/transfer-dialog';
import { FailuresDialog } from './failures-dialog';
import { TagDialog } from './tag-dialog';
import type { BulkActions } from './use-bulk-actions';
import type { Selection } from './use-selection';

/** The actions for the conversations that are selected in the list. */
export function BulkBar({
  inbox,
  rows,
  selection,
  bulk,
}: {
  inbox: Inbox;
  /** The rows of the list. */
  rows: readonly Row[];
  selection: Selection;
  bulk: BulkActions;
}) {
  const { words } = useLanguage();
  const { inbox: text } = words;
  const { announcer } = useConsole();
  const keyName = useKeyName();
  const { dialog, ask } = bulk;
  const state = inbox.state.value;
  const count = selection.ids.size;
  const whyDisabled = count === 0 ? text.chooseFirst : undefined;
  const chosen = [...selection.ids].flatMap((id) => state.rows.get(id)?.row ?? []);
  const assign = (to: Operator): void => {
    ask(null);
    if (state.me.operatorIds.includes(to.operator_id)) {
      return bulk.run({ type: 'claim' }, text.manyYours);
    }
    const force = to.presence !== 'online';
    const name = plainLine(to.display_name, 80);
    bulk.run({ type: 'transfer', operator_id: to.operator_id, ...(force && { force }) }, (done) =>
      text.manyGiven(done, name),
    );
  };
  // The bar appears together with its count: a live region inside it would not announce the first one.
  useEffect(() => {
    if (selection.isOpen) announcer.say(text.chosenCount(count), 'chosen');
  }, [selection.isOpen, count]);
  return (
    <>
      {selection.isOpen && (
        <div class="bulk-bar" role="toolbar" aria-label={text.many}>
          <span class="grow">{text.chosenCount(count)}</span>
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
            keys={keyName('resolve')}
            whyDisabled={whyDisabled}
            onClick={bulk.resolve}
          />
          <Button
            kind="plain"
            icon="people"
            label={text.assign}
            keys={keyName('transfer')}
            whyDisabled={whyDisabled}
            onClick={() => ask('transfer')}
          />
          <Button
            kind="plain"
            icon="tag"
            label={text.newTag}
            keys={keyName('tag')}
            whyDisabled={whyDisabled}
            onClick={() => ask('tag')}
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
          onClose={() => ask(null)}
        />
      )}
      {dialog === 'tag' && (
        <TagDialog
          inbox={inbox}
          tenantIds={[...new Set(chosen.map((row) => row.tenant_id))]}
          onChoose={(tag) => {
            ask(null);
            bulk.run({ type: 'tag', tags: [tag] }, (done) => text.manyTagged(done, plainLine(tag)));
          }}
          onClose={() => ask(null)}
        />
      )}
      {bulk.failures.length > 0 && (
        <FailuresDialog inbox={inbox} failures={bulk.failures} onClose={bulk.forget} />
      )}
    </>
  );
}
