import { RecordDialog } from '../records/record-dialog';
import { useConsole } from '../state/console';
import { localeOptions, useLanguage } from '../words/language';
import { meantOrigin } from './origin';
import type { Tenant } from '@chat-relay/server/wire/tenants';

const ANSWER = 'yes';

export interface CreateDialogProps {
  workspaceId: string;
  onClose(): void;
  /** @param secret the tenant's secret, which can't be shown again */
  onCreated(tenant: Tenant, secret: string): void;
}

/** Creates a tenant from its name, its website and its first language. */
export function CreateDialog({ workspaceId, onClose, onCreated }: CreateDialogProps) {
  const { api, inbox, toasts } = useConsole();
  const language = useLanguage();
  const { locale } = language;
  const { tenants } = language.words;
  return (
    <RecordDialog
      title={tenants.add}
      submit={tenants.add}
      fields={[
        { name: 'tenant_name', label: tenants.name, hint: tenants.nameHint, maxLength: 200 },
        {
          name: 'allowed_origins',
          label: tenants.firstOrigin,
          hint: tenants.firstOriginHint,
        },
        {
          name: 'default_locale',
          label: tenants.settings.default_locale,
          value: locale,
          options: localeOptions(language),
        },
        {
          name: 'answer',
          label: tenants.operators,
          isOptional: true,
          choices: [{ value: ANSWER, label: tenants.answerMyself }],
          value: ANSWER,
        },
      ]}
      onClose={onClose}
      send={async ({ tenant_name = '', allowed_origins = '', default_locale = locale, answer }) => {
        const { tenant, tenant_secret } = await api.post('console/create/tenant', {
          workspace_id: workspaceId,
          tenant_name,
          allowed_origins: [meantOrigin(allowed_origins)],
          default_locale,
          ...(answer !== ANSWER && { answer: false }),
        });
        onCreated(tenant, tenant_secret ?? ''); // null only in the response to a repeated request
        // A creator who answers there as an operator can claim conversations at once.
        inbox.value?.desk.reload().catch(() => {}); // the feed reports the change too
        void toasts.show(tenants.isCreated(tenant.tenant_name));
      }}
    />
  );
}
