import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useBaseLanguage } from '../words/language';
import type { BaseWords } from '../words/words';
import { Banner } from './notes';
import { refusalText } from './refusal-text';

export interface FormHandle<Field extends string> {
  isBusy: boolean;
  /** What the last attempt was refused with; null when it was not. */
  error: unknown;
  /** Counts the attempts. */
  attempt: number;
  /** What is wrong with this field, after the first attempt to send the form. */
  problem(field: Field): string | undefined;
  submit(): void;
  /** As if nothing had been sent yet. */
  forget(): void;
}

export interface FormOptions<Field extends string> {
  /** What is wrong with the values as they are now. With any of them nothing is sent. */
  problems: Partial<Record<Field, string | undefined>>;
  send(): Promise<void>;
}

/** A form that is sent at most once at a time, and says what is wrong after the first attempt. */
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

/** After an attempt: the focus is on the first wrong field, or the refusal above the fields is in sight. */
export function Form<Field extends string>({
  form,
  refusal,
  children,
}: {
  form: FormHandle<Field>;
  /** What to say in place of the usual words for the refusal. */
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

/** Whether this can be an address: what is left to find out, the mail finds out. */
export const looksLikeEmail = (text: string): boolean =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());

const MIN_PASSWORD = 8;

/** What is wrong with a password that is to be a new one, as far as it can be told here. */
export function newPasswordProblem(
  password: string,
  { common, signIn }: BaseWords,
): string | undefined {
  if (password === '') return common.required;
  return Array.from(password).length < MIN_PASSWORD ? signIn.passwordShort : undefined;
}
