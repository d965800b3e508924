import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { RefusalError } from '../api/refusal';
import { Button } from '../ui/button';
import { Check } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { Select, TextField } from '../ui/field';
import { Form, useForm } from '../ui/form';
import { useLanguage } from '../words/language';
import { problemOf } from './field-problem';

export interface RecordField {
  /** The field's name in the relay's `details`. */
  name: string;
  label: string;
  hint?: string | undefined;
  value?: string;
  kind?: 'text' | 'email' | 'number' | 'datetime-local';
  isOptional?: boolean;
  maxLength?: number;
  /** Values of which one is chosen. */
  options?: readonly { value: string; label: string }[];
  /** Values of which several are chosen. The field's value joins them with spaces. */
  choices?: readonly { value: string; label: string }[];
  /** The exact text that must be typed, as protection against mistakes. */
  mustEqual?: string;
}

export interface RecordDialogProps {
  title: string;
  lead?: ComponentChildren;
  fields: readonly RecordField[];
  submit: string;
  isDangerous?: boolean;
  onChange?: () => void;
  onClose(): void;
  /** The dialog's owner closes it after success. A refusal is shown in the dialog. */
  send(values: Readonly<Record<string, string>>): Promise<void>;
}

/** Marks up the text that has to be typed within its label. */
function setApart(label: string, exact: string): ComponentChildren {
  const at = label.lastIndexOf(exact);
  return (
    <>
      {label.slice(0, at)}
      <code class="badge">{exact}</code>
      {label.slice(at + exact.length)}
    </>
  );
}

/** A form of a few fields in a dialog. Typed text stays after a refusal. */
export function RecordDialog(props: RecordDialogProps) {
  const { words } = useLanguage();
  const { common } = words;
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(props.fields.map(({ name, value = '' }) => [name, value])),
  );
  const form = useForm<string>({
    problems: Object.fromEntries(
      props.fields.map(({ name, isOptional, mustEqual }) => {
        const value = values[name]?.trim() ?? '';
        if (mustEqual !== undefined) {
          return [
            name,
            value.normalize('NFC') === mustEqual.trim().normalize('NFC')
              ? undefined
              : common.typeExactly(mustEqual),
          ];
        }
        return [name, value === '' && !isOptional ? common.required : undefined];
      }),
    ),
    send: () => props.send(values),
  });
  const set = (name: string, value: string): void => {
    setValues((known) => ({ ...known, [name]: value }));
    props.onChange?.();
  };
  const refused = form.error instanceof RefusalError ? form.error : null;

  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <Form form={form}>
        {props.lead && <div class="muted">{props.lead}</div>}
        {props.fields.map(
          ({ name, label, hint, kind = 'text', options, choices, ...more }, index) => {
            const value = values[name] ?? '';
            const shared = {
              key: name,
              label: more.mustEqual === undefined ? label : setApart(label, more.mustEqual),
              hint,
              value,
              problem: form.problem(name) ?? problemOf(refused, name, words),
              onChange: (changed: string) => set(name, changed),
            };
            if (options) return <Select {...shared} options={options} />;
            if (!choices) {
              return (
                <TextField
                  {...shared}
                  type={kind}
                  isOptional={more.isOptional}
                  hasFocus={index === 0}
                  {...(more.maxLength !== undefined && { maxLength: more.maxLength })}
                />
              );
            }
            const chosen = value.split(' ').filter(Boolean);
            return (
              <fieldset class="field" key={name}>
                <legend class="label">{label}</legend>
                {choices.map((choice) => (
                  <Check
                    key={choice.value}
                    label={choice.label}
                    isOn={chosen.includes(choice.value)}
                    onChange={(isOn) =>
                      set(
                        name,
                        [
                          ...chosen.filter((one) => one !== choice.value),
                          ...(isOn ? [choice.value] : []),
                        ].join(' '),
                      )
                    }
                  />
                ))}
                {shared.problem && <p class="problem">{shared.problem}</p>}
              </fieldset>
            );
          },
        )}
        <div class="dialog-foot">
          <Button onClick={props.onClose}>{common.cancel}</Button>
          <Button
            kind={props.isDangerous ? 'danger' : 'primary'}
            type="submit"
            isBusy={form.isBusy}
          >
            {props.submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
