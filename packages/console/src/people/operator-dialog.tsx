import { RecordDialog } from '../records/record-dialog';
import { tenantOptions, type TenantName } from '../records/use-tenants';
import { useConsole } from '../state/console';
import { useLanguage } from '../words/language';
import type { Operator } from '@chat-relay/server/wire/operators';

const USUAL_CAPACITY = '10';

export interface OperatorDialogProps {
  workspaceId: string;
  /** Null for a new operator. */
  operator: Operator | null;
  tenants: readonly TenantName[];
  onClose(): void;
  /** Called after saving, with the token of an invitation if the relay sends no mail. */
  onSaved(inviteToken: string | null): void;
}

/** Edits an operator: name, tenants and capacity. A person who is not a member yet is invited. */
export function OperatorDialog(props: OperatorDialogProps) {
  const { api, toasts } = useConsole();
  const { people, common, account } = useLanguage().words;
  const { operator, workspaceId } = props;
  const usual = props.tenants.find(({ status }) => status === 'active');
  const offered = props.tenants.filter(
    ({ status, tenant_id }) => status !== 'deleting' || operator?.tenant_ids.includes(tenant_id),
  );
  return (
    <RecordDialog
      title={operator ? common.edit : people.addOperator}
      {...(!operator && { lead: people.addOperatorLead })}
      fields={[
        ...(operator ? [] : [{ name: 'email', label: people.email, kind: 'email' as const }]),
        {
          name: 'display_name',
          label: people.name,
          hint: account.displayNameHint,
          maxLength: 80,
          value: operator?.display_name ?? '',
        },
        {
          name: 'tenant_ids',
          label: people.tenants,
          isOptional: true,
          choices: tenantOptions(offered),
          value: operator?.tenant_ids.join(' ') ?? usual?.tenant_id ?? '',
        },
        {
          name: 'routing_keys',
          label: people.routingKeys,
          hint: people.routingKeysHint,
          isOptional: true,
          value: operator?.routing_keys.join(', ') ?? '',
        },
        {
          name: 'capacity',
          label: people.capacity,
          hint: people.capacityHint,
          kind: 'number',
          value: operator?.capacity.toString() ?? USUAL_CAPACITY,
        },
      ]}
      submit={common.save}
      onClose={props.onClose}
      send={async ({ email = '', display_name, tenant_ids = '', routing_keys = '', capacity }) => {
        const body = {
          display_name,
          tenant_ids: tenant_ids.split(' ').filter(Boolean),
          routing_keys: routing_keys
            .split(',')
            .map((key) => key.trim())
            .filter(Boolean),
          capacity: Number(capacity),
        };
        if (operator) {
          const { operator_id } = operator;
          // Unchanged fields are not sent, so that they keep what a colleague saves meanwhile.
          const changed = Object.entries(body).filter(
            ([field, value]) =>
              JSON.stringify(value) !== JSON.stringify(operator[field as keyof typeof body]), // a key of both
          );
          const fields = Object.fromEntries(changed);
          await api.post('console/update/operator', { operator_id, ...fields });
          void toasts.show(common.saved);
          return props.onSaved(null);
        }
        const made = await api.post('console/create/operator', {
          workspace_id: workspaceId,
          email: email.trim(),
          ...body,
        });
        void toasts.show(made.operator ? common.saved : people.invited);
        props.onSaved(made.operator ? null : (made.dev_invite_token ?? null));
      }}
    />
  );
}
