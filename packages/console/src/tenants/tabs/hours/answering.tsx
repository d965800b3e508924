import { Check } from '../../../ui/choice';
import { TextField } from '../../../ui/field';
import { Section } from '../../../ui/section';
import { useLanguage } from '../../../words/language';
import { SettingsForm } from '../../settings/settings-form';
import { useSettings } from '../../settings/use-settings';

const minutes = (seconds: number | null): string => (seconds === null ? '' : String(seconds / 60));
const seconds = (text: string): number | null =>
  text === '' ? null : Math.round(Number(text) * 60);

/** Settings of the assignment of waiting conversations, and of the time in which visitors should be answered. */
export function Answering() {
  const { tenants } = useLanguage().words;
  const settings = useSettings({
    read: ({ assignment, waiting_mail, targets }) => ({
      assignment,
      waiting_mail,
      wait_s: minutes(targets.wait_s),
      first_answer_s: minutes(targets.first_answer_s),
    }),
    write: ({ assignment, waiting_mail, ...targets }) => ({
      assignment,
      waiting_mail,
      targets: {
        first_answer_s: seconds(targets.first_answer_s),
        wait_s: seconds(targets.wait_s),
      },
    }),
  });
  const target = (name: 'wait_s' | 'first_answer_s', label: string) => (
    <TextField
      type="number"
      label={label}
      hint={tenants.targetHint}
      isOptional
      value={settings.draft[name]}
      problem={settings.problem(`targets.${name}`)}
      onChange={(value) => settings.change({ [name]: value })}
    />
  );
  return (
    <Section title={tenants.answering} lead={tenants.answeringLead}>
      <SettingsForm settings={settings}>
        <Check
          label={tenants.assigning}
          hint={tenants.assigningHint}
          isOn={settings.draft.assignment === 'capacity'}
          onChange={(isOn) => settings.change({ assignment: isOn ? 'capacity' : 'off' })}
        />
        <Check
          label={tenants.settings.waiting_mail}
          hint={tenants.waitingMailHint}
          isOn={settings.draft.waiting_mail}
          onChange={(waiting_mail) => settings.change({ waiting_mail })}
        />
        {target('wait_s', tenants.waitTarget)}
        {target('first_answer_s', tenants.firstAnswerTarget)}
      </SettingsForm>
    </Section>
  );
}
