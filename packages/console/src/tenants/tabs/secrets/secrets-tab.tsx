import { RefusalError } from '../../../api/refusal';
import { RecordDialog } from '../../../records/record-dialog';
import { useConsole } from '../../../state/console';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Section } from '../../../ui/section';
import { useLanguage } from '../../../words/language';
import { useState } from 'preact/hooks';
import { useOpenTenant } from '../../open-tenant';
import { SettingsForm } from '../../settings/settings-form';
import { useSettings } from '../../settings/use-settings';
import { graceOptions } from './grace';
import { Rotation } from './rotation';

/** The callback address, the secret that signs callbacks, and the public key of the widget. */
export function SecretsTab() {
  return (
    <>
      <CallbackAddress />
      <Rotation />
      <WidgetKey />
    </>
  );
}

function CallbackAddress() {
  const { tenants } = useLanguage().words;
  const settings = useSettings({
    read: ({ callback_url_base: url }) => ({ url: url ?? '' }),
    write: ({ url }) => ({ callback_url_base: url.trim() === '' ? null : url.trim() }),
  });
  const { error } = settings.form;
  const isForbidden = error instanceof RefusalError && error.code === 'callback_url_forbidden';
  return (
    <Section title={tenants.callback} lead={tenants.callbackLead}>
      <SettingsForm settings={settings}>
        <TextField
          label={tenants.settings.callback_url_base}
          hint={tenants.callbackHint}
          isOptional
          value={settings.draft.url}
          onChange={(url) => settings.change({ url })}
          problem={isForbidden ? tenants.callbackForbidden : settings.problem('callback_url_base')}
        />
      </SettingsForm>
    </Section>
  );
}

function WidgetKey() {
  const { api, toasts } = useConsole();
  const language = useLanguage();
  const { tenants } = language.words;
  const { tenant, put } = useOpenTenant();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title={tenants.settings.widget_public_key} lead={tenants.keyLead}>
      <code>{tenant.widget_public_key}</code>
      <Button icon="refresh" onClick={() => setOpen(true)}>
        {tenants.rotateKey}
      </Button>
      {isOpen && (
        <RecordDialog
          title={tenants.rotateKey}
          lead={tenants.rotateKeyLead}
          submit={tenants.rotateKey}
          fields={[
            {
              name: 'grace_s',
              label: tenants.keyGrace,
              value: '604800',
              options: graceOptions(language),
            },
          ]}
          onClose={() => setOpen(false)}
          send={async ({ grace_s }) => {
            const body = { tenant_id: tenant.tenant_id, grace_s: Number(grace_s) };
            put((await api.post('console/rotate/widget-key', body)).tenant);
            setOpen(false);
            void toasts.show(tenants.keyRotated);
          }}
        />
      )}
    </Section>
  );
}
