import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Refusal } from '../api/refusal';
import { Button } from '../ui/button';
import { Check } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { Select, TextField } from '../ui/field';
import { Form, useForm } from '../ui/form';
import { useLanguage } from '../words/language';
import { problemOf } from './field-problem';

export interface RecordField {
  /** As the relay names it in `details`. */
  name: string;
  label: string;
  hint?: string | undefined;
  value?: string;
  kind?: 'text' | 'email' | 'number' | 'datetime-local';
  isOptional?: boolean;
  maxLength?: number;
  /** One of these. */
  options?: readonly { value: string; label: string }[];
  /** Several of these: the value is their values with spaces between. */
  choices?: readonly { value: string; label: string }[];
  /** What has to be typed, so that it is not done by mistake. */
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
  /** The dialog stays open until its owner takes it away; a refusal is shown in it. */
  send(values: Readonly<Record<string, string>>): Promise<void>;
}

/** What is to be typed, told from the words around it. */
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

/** A form of a few fields over the page. What was typed stays when the relay refuses it. */
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
  const refused = form.error instanceof Refusal ? form.error : null;

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
