import { useState } from 'preact/hooks';
import { hasCode } from '@chat-relay/desk/relay/refusal';
import { isErased, ownOperators } from '@chat-relay/desk/selectors';
import type { Row } from '@chat-relay/desk/wire';
import { useAccount, useConsole } from '../state/console';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';
import { explain, type Inbox } from './model/inbox';
import { mayClaim } from './model/roles';

export interface AnswerHere {
  isBusy: boolean;
  /** Makes the account an operator of the conversation's tenant. */
  run(): void;
}

/** Lets an owner or admin who reads a tenant's conversation become its operator; null for all others. */
export function useAnswerHere(inbox: Inbox, row: Row | null): AnswerHere | null {
  const { api, session, toasts } = useConsole();
  const language = useLanguage();
  const { account_id, email, display_name } = useAccount();
  const [isBusy, setBusy] = useState(false);
  const state = inbox.state.value;
  const tenant = row && state.tenants[row.tenant_id];
  const memberships =
    session.state.value.kind === 'signed-in' ? session.state.value.memberships : [];
  const role = memberships.find((one) => one.workspace_id === tenant?.workspace_id)?.role;
  if (!row || !tenant || !role || role === 'operator') return null;
  if (isErased(row) || mayClaim(state, row)) return null;

  const answer = async (): Promise<void> => {
    const { tenant_id, workspace_id } = tenant;
    const own = ownOperators(state, account_id).find((one) => one.workspace_id === workspace_id);
    if (own) {
      const { operator_id, tenant_ids } = own;
      const body = { operator_id, tenant_ids: [...tenant_ids, tenant_id] };
      await api.post('console/update/operator', body);
    } else {
      const body = { workspace_id, email, display_name, tenant_ids: [tenant_id] };
      await api.post('console/create/operator', body).catch((error: unknown) => {
        // Another tab was faster: read the result.
        if (!hasCode(explain(error), 'state_conflict')) throw error;
      });
    }
    await inbox.desk.reload();
  };
  return {
    isBusy,
    run: () => {
      setBusy(true);
      answer()
        .catch((error: unknown) => void toasts.show(refusalText(error, language)))
        .finally(() => setBusy(false));
    },
  };
}
