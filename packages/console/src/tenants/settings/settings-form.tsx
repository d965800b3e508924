import type { ComponentChildren } from 'preact';
import { focusField } from '../../records/focus-field';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { useLanguage } from '../../words/language';
import { useOpenTenant } from '../open-tenant';
import type { SaveOutcome, Settings } from './use-settings';

/** A form of settings, with the outcome of the last attempt and the button that saves. */
export function SettingsForm<Draft>({
  settings,
  onLeave,
  children,
}: {
  settings: Settings<Draft>;
  /** Closes the dialog that contains the form. */
  onLeave?: () => void;
  children: ComponentChildren;
}) {
  const { common, account, tenants } = useLanguage().words;
  const { tenant } = useOpenTenant();
  const { form, isChanged, outcome } = settings;
  const whyNot = tenant.status === 'deleting' ? tenants.readOnly : account.nothingChanged;
  return (
    <Form form={form} refusal={outcome.kind === 'none' ? undefined : <Outcome outcome={outcome} />}>
      {children}
      <div class={onLeave ? 'dialog-foot' : 'bar save-bar'}>
        {onLeave && <Button onClick={onLeave}>{common.close}</Button>}
        <Button
          kind="primary"
          type="submit"
          isBusy={form.isBusy}
          whyDisabled={isChanged && tenant.status !== 'deleting' ? undefined : whyNot}
        >
          {outcome.kind === 'conflict' ? tenants.saveAnyway : common.save}
        </Button>
        {outcome.kind === 'conflict' && (
          <Button
            onClick={(event) => {
              focusField(event);
              settings.takeTheirs();
            }}
          >
            {tenants.takeTheirs}
          </Button>
        )}
        {isChanged && !onLeave && <span class="meta">{common.unsaved}</span>}
      </div>
    </Form>
  );
}

function Outcome({ outcome }: { outcome: SaveOutcome }) {
  const { tenants } = useLanguage().words;
  if (outcome.kind !== 'conflict') {
    return <>{outcome.kind === 'unknown' ? tenants.saveUnknown : tenants.saveLost}</>;
  }
  return (
    <>
      <p>{tenants.conflict}</p>
      <ul class="changes">
        {outcome.changes.map(({ name, now }) => (
          <li key={name}>
            {tenants.settings[name]}
            {now !== null && (
              <>
                {' · '}
                <bdi>{now}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
