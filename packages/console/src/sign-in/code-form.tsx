import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { SentCode } from '@chat-relay/server/wire/accounts';
import { Button } from '../ui/button';
import { CodeField } from '../ui/field';
import { Form, useForm } from '../ui/form';
import { Banner } from '../ui/notes';
import { useSecondsTo } from '../ui/use-seconds-to';
import { useBaseLanguage } from '../words/language';

export interface CodeFormProps {
  /** The code that was sent; null if the person's app makes it. */
  sent: SentCode | null;
  onCode(code: string): Promise<void>;
  /** Sends another code. */
  onResend?: () => Promise<void>;
  /** Additional fields. With them, completing the code does not send the form. */
  children?: ComponentChildren;
  /** The error of the additional fields. */
  problem?: string | undefined;
  /** Called after each attempt to send the form. */
  onAttempt?: () => void;
  submitLabel?: string;
}

/** A form for six digits, which it sends when the last one is typed. */
export function CodeForm({
  sent,
  onCode,
  onResend,
  children,
  problem,
  onAttempt,
  submitLabel,
}: CodeFormProps) {
  const { words } = useBaseLanguage();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const form = useForm<'code' | 'more'>({
    problems: {
      code: code.length === 6 ? undefined : words.signIn.codeWrong,
      more: problem,
    },
    send: () => onCode(code),
  });

  useEffect(() => {
    if (code.length === 6 && children === undefined) form.submit();
  }, [code]);
  useEffect(() => {
    if (form.attempt > 0) onAttempt?.();
  }, [form.attempt]);
  useEffect(() => {
    if (form.error !== null) field.current?.select();
  }, [form.error]);

  return (
    <Form form={form}>
      {sent?.dev_otp !== undefined && <LocalCode code={sent.dev_otp} onFill={setCode} />}
      <CodeField
        label={words.signIn.code}
        value={code}
        onChange={setCode}
        problem={form.problem('code')}
        hasFocus
        inputRef={field}
      />
      {children}
      <Button kind="primary" type="submit" isWide isBusy={form.isBusy}>
        {submitLabel ?? words.signIn.verify}
      </Button>
      {sent && onResend && <Resend sent={sent} onResend={onResend} />}
    </Form>
  );
}

/** Shows the code on a relay in local mode, which sends no mail. */
function LocalCode({ code, onFill }: { code: string; onFill(code: string): void }) {
  const { words } = useBaseLanguage();
  return (
    <Banner tone="waiting" icon="mail">
      <div class="local-code">
        <span>{words.signIn.localCode(code)}</span>
        <button type="button" class="link-button" onClick={() => onFill(code)}>
          {words.signIn.fillCode}
        </button>
      </div>
    </Banner>
  );
}

function Resend({ sent, onResend }: { sent: SentCode; onResend(): Promise<void> }) {
  const { words } = useBaseLanguage();
  // Counted by this browser's clock, since the relay's may differ.
  const [openAtMs, setOpenAtMs] = useState(Date.now() + sent.resend_after_s * 1000);
  const [wasSent, setWasSent] = useState(false);
  const secondsLeft = useSecondsTo(openAtMs);
  const form = useForm<never>({
    problems: {},
    send: async () => {
      await onResend();
      setOpenAtMs(Date.now() + Math.max(1, sent.resend_after_s) * 1000);
      setWasSent(true);
    },
  });
  return (
    <p class="meta" role="status">
      {wasSent && <>{words.signIn.resent} </>}
      {secondsLeft > 0 ? (
        <span class="figures">{words.signIn.resendIn(secondsLeft)}</span>
      ) : (
        <button type="button" class="link-button" onClick={form.submit}>
          {words.signIn.resend}
        </button>
      )}
    </p>
  );
}
