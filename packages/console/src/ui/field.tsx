import { useId, useLayoutEffect, useState } from 'preact/hooks';
import type { AriaAttributes, ComponentChildren, Ref } from 'preact';
import { typedDigits } from '@chat-relay/desk/typed-digits';
import { useBaseLanguage } from '../words/language';
import { Icon } from './icon';

interface FieldFrameProps {
  label: ComponentChildren;
  hint?: string | undefined;
  /** Words for what is wrong with the value. */
  problem?: string | undefined;
  isOptional?: boolean | undefined;
  /** Whether the field gets the focus when it appears. */
  hasFocus?: boolean | undefined;
  children(attributes: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': boolean | undefined;
  }): ComponentChildren;
}

/** The frame of a control: label, hint and error. */
function Field({ label, hint, problem, isOptional, hasFocus = false, children }: FieldFrameProps) {
  const { words } = useBaseLanguage();
  const id = useId();
  // In a dialog the browser sets the focus when the dialog opens.
  useLayoutEffect(() => {
    if (hasFocus) document.getElementById(id)?.focus();
  }, []);
  const describedBy = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional && <span class="muted"> ({words.common.optional})</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          <Icon name="warning" />
          <span>{problem}</span>
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps extends Omit<FieldFrameProps, 'children'> {
  value: string;
  onChange(value: string): void;
  type?: 'text' | 'email' | 'search' | 'number' | 'date' | 'datetime-local';
  name?: string;
  autocomplete?: string;
  maxLength?: number;
  isReadOnly?: boolean;
  placeholder?: string;
  /** Id of a `datalist` with suggestions. */
  list?: string;
  inputRef?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { type = 'text' } = props;
  return (
    <Field {...props}>
      {(attributes) => (
        <input
          {...attributes}
          class="input"
          ref={props.inputRef ?? null}
          type={type}
          list={props.list}
          name={props.name}
          value={props.value}
          autocomplete={props.autocomplete ?? 'off'}
          autocapitalize={type === 'text' ? undefined : 'none'}
          spellcheck={type === 'email' ? false : undefined}
          maxLength={props.maxLength}
          readOnly={props.isReadOnly}
          autofocus={props.hasFocus}
          placeholder={props.placeholder}
          dir="auto"
          onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface PasswordFieldProps extends Omit<FieldFrameProps, 'children' | 'isOptional'> {
  value: string;
  onChange(value: string): void;
  autocomplete: 'current-password' | 'new-password';
  inputRef?: Ref<HTMLInputElement>;
}

export function PasswordField(props: PasswordFieldProps) {
  const { words } = useBaseLanguage();
  const [isShown, setShown] = useState(false);
  return (
    <Field {...props}>
      {(attributes) => {
        const shared = {
          ...attributes,
          class: 'input',
          ref: props.inputRef ?? null,
          name: props.autocomplete,
          value: props.value,
          autocomplete: props.autocomplete,
          autocapitalize: 'none',
          spellcheck: false,
          autofocus: props.hasFocus,
          onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
            props.onChange(currentTarget.value),
        } as const;
        return (
          <div class="with-reveal">
            {isShown ? <input type="text" {...shared} /> : <input type="password" {...shared} />}
            <button
              type="button"
              aria-pressed={isShown}
              aria-label={words.common.showPassword}
              onClick={() => setShown(!isShown)}
            >
              <Icon name={isShown ? 'eye-off' : 'eye'} />
            </button>
          </div>
        );
      }}
    </Field>
  );
}

export interface CodeFieldProps extends Omit<FieldFrameProps, 'children' | 'isOptional'> {
  value: string;
  /** Called with at most six digits, however they were typed or pasted. */
  onChange(code: string): void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A single field for six digits, so that codes can be pasted and phones can fill them in from a message. */
export function CodeField(props: CodeFieldProps) {
  const read = (field: HTMLInputElement): void => {
    const digits = typedDigits(field.value).slice(0, 6);
    field.value = digits;
    props.onChange(digits);
  };
  return (
    <Field {...props}>
      {(attributes) => (
        <input
          {...attributes}
          class="input code"
          ref={props.inputRef ?? null}
          type="text"
          inputMode="numeric"
          name="one-time-code"
          autocomplete="one-time-code"
          dir="ltr"
          value={props.value}
          autofocus={props.hasFocus}
          onInput={({ currentTarget, isComposing }) => {
            if (!isComposing) read(currentTarget); // changing the value would break an input method's composition
          }}
          onCompositionEnd={({ currentTarget }) => read(currentTarget)}
        />
      )}
    </Field>
  );
}

export interface TextAreaProps extends Omit<FieldFrameProps, 'children'> {
  value: string;
  onChange(value: string): void;
  rows?: number;
  /** Attributes for a field that opens a list. */
  listAttributes?: Pick<
    AriaAttributes,
    'aria-autocomplete' | 'aria-controls' | 'aria-activedescendant'
  >;
  areaRef?: Ref<HTMLTextAreaElement>;
}

export function TextArea(props: TextAreaProps) {
  return (
    <Field {...props}>
      {(attributes) => (
        <textarea
          {...attributes}
          {...props.listAttributes}
          class="input"
          ref={props.areaRef ?? null}
          rows={props.rows ?? 5}
          value={props.value}
          dir="auto"
          onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface SelectProps<Value extends string> extends Omit<FieldFrameProps, 'children'> {
  value: Value;
  options: readonly { value: Value; label: string }[];
  /** Direction of the options, if it differs from the console's. */
  dir?: 'ltr' | 'rtl';
  onChange(value: Value): void;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  return (
    <Field {...props}>
      {(attributes) => (
        <div class="select" dir={props.dir}>
          <select
            {...attributes}
            class="input"
            value={props.value}
            onChange={({ currentTarget }) => {
              const chosen = props.options[currentTarget.selectedIndex];
              if (chosen) props.onChange(chosen.value);
            }}
          >
            {props.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </div>
      )}
    </Field>
  );
}
