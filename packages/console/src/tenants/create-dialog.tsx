import { RecordDialog } from '../records/record-dialog';
import { useConsole } from '../state/console';
import { localeOptions, useLanguage } from '../words/language';
import { meantOrigin } from './origin';
import type { Tenant } from './shapes';

export interface CreateDialogProps {
  workspaceId: string;
  onClose(): void;
  /** @param secret shown here alone */
  onCreated(tenant: Tenant, secret: string): void;
}

/** A new tenant: its name, where its widget is, and the language that it speaks first. */
export function CreateDialog({ workspaceId, onClose, onCreated }: CreateDialogProps) {
  const { api, toasts } = useConsole();
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
      ]}
      onClose={onClose}
      send={async ({ tenant_name = '', allowed_origins = '', default_locale = locale }) => {
        const { tenant, tenant_secret } = await api.post<{ tenant: Tenant; tenant_secret: string }>(
          'console/create/tenant',
          {
            workspace_id: workspaceId,
            tenant_name,
            allowed_origins: [meantOrigin(allowed_origins)],
            default_locale,
          },
        );
        onCreated(tenant, tenant_secret);
        void toasts.show(tenants.isCreated(tenant.tenant_name));
      }}
    />
  );
}
