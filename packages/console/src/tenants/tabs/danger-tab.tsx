import { useState } from 'preact/hooks';
import { RecordDialog } from '../../records/record-dialog';
import { useAct } from '../../records/use-act';
import { useAccount, useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { Section } from '../../ui/section';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';
import { Retention } from './retention';

/** Suspends or deletes the tenant, and offers to undo either. */
export function DangerTab() {
  const { api, session } = useConsole();
  const { is_system: isSystem } = useAccount();
  const { tenants } = useLanguage().words;
  const { tenant, put } = useOpenTenant();
  const act = useAct();
  const [open, setOpen] = useState<'suspend' | 'delete' | null>(null);
  const { tenant_id, tenant_name: name, status, deletes_at: deletesAt } = tenant;
  const state = session.state.value;
  const isOwner =
    state.kind === 'signed-in' &&
    state.memberships.some(
      ({ workspace_id, role }) => workspace_id === tenant.workspace_id && role === 'owner',
    );
  const whyNot = isOwner ? undefined : tenants.ownersOnly;

  const change = async (
    verb: 'delete' | 'restore' | 'system/suspend' | 'system/reactivate',
    more: object = {},
  ): Promise<void> => {
    const answer = await api.post(`console/${verb}/tenant`, { tenant_id, ...more });
    put(answer.tenant);
    setOpen(null);
  };
  return (
    <>
      <Retention />
      {isSystem && status !== 'deleting' && (
        <Section title={tenants.suspendTitle} lead={tenants.suspendLead}>
          {status === 'active' ? (
            <Button onClick={() => setOpen('suspend')}>{tenants.suspend}</Button>
          ) : (
            <Button
              onClick={() => void act(() => change('system/reactivate'), tenants.reactivated)}
            >
              {tenants.reactivate}
            </Button>
          )}
        </Section>
      )}
      <Section title={tenants.deleteTitle} lead={tenants.deleteLead}>
        {deletesAt === null ? (
          <Button kind="danger" icon="trash" whyDisabled={whyNot} onClick={() => setOpen('delete')}>
            {tenants.delete}
          </Button>
        ) : (
          <Button
            kind="primary"
            whyDisabled={whyNot}
            onClick={() => void act(() => change('restore'), tenants.restored)}
          >
            {tenants.restore}
          </Button>
        )}
      </Section>
      {open === 'suspend' && (
        <RecordDialog
          title={tenants.suspend}
          lead={tenants.suspendLead}
          submit={tenants.suspend}
          isDangerous
          fields={[{ name: 'reason', label: tenants.reason, isOptional: true, maxLength: 500 }]}
          onClose={() => setOpen(null)}
          send={({ reason = '' }) =>
            change('system/suspend', reason.trim() === '' ? {} : { reason })
          }
        />
      )}
      {open === 'delete' && (
        <RecordDialog
          title={tenants.delete}
          lead={tenants.deleteLead}
          submit={tenants.delete}
          isDangerous
          fields={[{ name: 'tenant_name', label: tenants.typeName(name), mustEqual: name }]}
          onClose={() => setOpen(null)}
          send={({ tenant_name }) => change('delete', { tenant_name })}
        />
      )}
    </>
  );
}
