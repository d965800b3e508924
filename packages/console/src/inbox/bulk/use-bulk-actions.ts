import { useState } from 'preact/hooks';
import type { BulkAction, BulkResult } from '@chat-relay/server/wire/conversations';
import { holds, rowOf } from '@chat-relay/desk/selectors';
import { useConsole } from '../../state/console';
import { refusalText } from '../../ui/refusal-text';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import type { Selection } from './use-selection';

/** A conversation that the action did not change. */
export type Failure = Required<Pick<BulkResult, 'conversation_id' | 'error'>>;

/** The open dialog about all selected conversations. */
export type BulkDialog = 'transfer' | 'tag' | null;

export interface BulkActions {
  dialog: BulkDialog;
  ask(dialog: BulkDialog): void;
  /** Failures of the last action. */
  failures: readonly Failure[];
  forget(): void;
  resolve(): void;
  /**
   * Runs an action that takes effect at once and can be repeated.
   * @param done words the result for the number of conversations that now have it, changed or not
   */
  run(action: BulkAction, done: (count: number) => string): void;
}

/** Actions on all selected conversations. Those that failed stay selected and are listed one by one. */
export function useBulkActions(inbox: Inbox, selection: Selection): BulkActions {
  const { toasts } = useConsole();
  const language = useLanguage();
  const { words } = language;
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [dialog, ask] = useState<BulkDialog>(null);
  const ids = [...selection.ids];

  const tell = (results: readonly BulkResult[], done: (count: number) => string): void => {
    const failed = results.flatMap(({ conversation_id, error }) =>
      error ? [{ conversation_id, error }] : [],
    );
    if (failed.length < results.length) void toasts.show(done(results.length - failed.length));
    setFailures(failed);
    selection.set(failed.map((one) => one.conversation_id));
  };
  const attempt = (work: Promise<void>): void => {
    work.catch((error: unknown) => void toasts.show(refusalText(error, language)));
  };
  const resolve = async (): Promise<void> => {
    const update = (some: readonly string[]) =>
      inbox.desk.actions.update(some, { type: 'resolve' });
    const { manyKept, manyResolved, manyResolvedBefore, manyWritten } = words.inbox;
    const state = inbox.state.value;
    const held = ids.filter((id) => holds(state, rowOf(state, id)));
    const others = ids.filter((id) => !held.includes(id));
    selection.close();
    // Others can't be resolved here, or already are: the operator learns this now, not after the time to undo.
    if (others.length > 0) {
      attempt(update(others).then((results) => tell(results, manyResolvedBefore)));
    }
    if (held.length === 0) return;
    const ending = inbox.leaving.start(held, update);
    const shown = toasts.show(manyResolved(held.length), { action: words.common.undo });
    void shown.then((how) => {
      if (how === 'acted') inbox.leaving.undo(held);
    });
    const outcome = await ending;
    if (outcome.kind === 'kept') {
      selection.set(ids);
      return void toasts.show(manyKept(held.length));
    }
    if (outcome.writtenIds.length > 0) void toasts.show(manyWritten(outcome.writtenIds.length));
    const failed = outcome.result?.flatMap(({ conversation_id, error }) =>
      error ? [{ conversation_id, error }] : [],
    );
    if (failed && failed.length > 0) setFailures(failed);
  };

  return {
    dialog,
    ask,
    failures,
    forget: () => setFailures([]),
    resolve: () => attempt(resolve()),
    run: (action, done) =>
      attempt(inbox.desk.actions.update(ids, action).then((results) => tell(results, done))),
  };
}
