import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useBaseLanguage } from '../words/language';
import type { BaseWords } from '../words/words';
import { Banner } from './notes';
import { refusalText } from './refusal-text';

export interface FormHandle<Field extends string> {
  isBusy: boolean;
  /** The error of the last attempt; null if there was none. */
  error: unknown;
  /** Number of attempts. */
  attempt: number;
  /** Words for this field's error; undefined until the first attempt to send the form. */
  problem(field: Field): string | undefined;
  submit(): void;
  /** Resets the attempts and the error. */
  forget(): void;
}

export interface FormOptions<Field extends string> {
  /** Words for the errors of the current values. The form is not sent while it has any. */
  problems: Partial<Record<Field, string | undefined>>;
  send(): Promise<void>;
}

/** The state of a form. It is sent once at a time, and shows problems after the first attempt. */
export function useForm<Field extends string>(options: FormOptions<Field>): FormHandle<Field> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const isSending = useRef(false);
  const { problems, send } = options;

  const submit = async (): Promise<void> => {
    if (isSending.current) return;
    setAttempt((count) => count + 1);
    setError(null);
    if (Object.values(problems).some((problem) => problem !== undefined)) return;
    isSending.current = true;
    setBusy(true);
    try {
      await send();
    } catch (refused) {
      setError(refused);
      setAttempt((count) => count + 1);
    }
    isSending.current = false;
    setBusy(false);
  };

  return {
    isBusy,
    error,
    attempt,
    problem: (field) => (attempt > 0 ? problems[field] : undefined),
    submit: () => void submit(),
    forget: () => {
      setError(null);
      setAttempt(0);
    },
  };
}

/** Shows a form. After a failed attempt it moves the focus to the first invalid field, or scrolls to the refusal. */
export function Form<Field extends string>({
  form,
  refusal,
  children,
}: {
  form: FormHandle<Field>;
  /** Replaces the usual words for a refusal. */
  refusal?: ComponentChildren;
  children: ComponentChildren;
}) {
  const language = useBaseLanguage();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const wrong = find('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else if (form.error !== null) find('.banner')?.scrollIntoView({ block: 'nearest' });
  }, [form.attempt]);
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.error !== null && (
        <Banner tone="late">{refusal ?? refusalText(form.error, language)}</Banner>
      )}
      {children}
    </form>
  );
}

/** Whether the text has the form of an address. Only a mail can prove more. */
export const looksLikeEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());

const MIN_PASSWORD = 8;

/** Words for a new password's error, as far as the console can check it. */
export function newPasswordProblem(
  password: string,
  { common, signIn }: BaseWords,
): string | undefined {
  if (password === '') return common.required;
  return Array.from(password).length < MIN_PASSWORD ? signIn.passwordShort : undefined;
}
