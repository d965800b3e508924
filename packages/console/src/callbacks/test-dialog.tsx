import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../state/console';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Banner } from '../ui/notes';
import { refusalText } from '../ui/refusal-text';
import { SkeletonRows } from '../ui/skeleton';
import { useLanguage } from '../words/language';
import { checksOf } from './health';
import type { CallbackTest } from '@chat-relay/server/wire/callbacks/console';

/** Sends a test event and shows how far it came. */
export function TestDialog({ tenantId, onClose }: { tenantId: string; onClose(): void }) {
  const { api } = useConsole();
  const language = useLanguage();
  const { words, format } = language;
  const { callbacks, common } = words;
  const [test, setTest] = useState<CallbackTest | null>(null);
  const [error, setError] = useState<unknown>(null);

  const call = async (): Promise<void> => {
    setTest(null);
    setError(null);
    try {
      const body = { tenant_id: tenantId };
      setTest((await api.post('console/test/callback', body)).test);
    } catch (refused) {
      setError(refused);
    }
  };
  useEffect(() => void call(), []);

  return (
    <Dialog title={callbacks.test} isWide onClose={onClose}>
      {error !== null && <Banner tone="late">{refusalText(error, language)}</Banner>}
      {test && (
        <>
          <p class="muted mono">{test.url}</p>
          <ul class="lines" role="status">
            {checksOf(test, format).map(({ name, isGood, seen }) => (
              <li key={name}>
                <span class={`check-mark ${isGood === null ? '' : isGood ? 'online' : 'late'}`}>
                  <Icon name={isGood === null ? 'info' : isGood ? 'check' : 'warning'} />
                </span>
                <div class="grow">
                  <p class="line-title">
                    {callbacks.checks[name]}
                    <span class="muted">
                      {isGood === null
                        ? callbacks.notChecked
                        : isGood
                          ? callbacks.checkGood
                          : callbacks.checkBad[name]}
                    </span>
                  </p>
                  <p class="meta">{seen}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {!test && error === null && <SkeletonRows rows={4} heightPx={56} />}
      <div class="dialog-foot">
        <Button onClick={onClose}>{common.close}</Button>
        <Button kind="primary" isBusy={!test && error === null} onClick={() => void call()}>
          {common.retry}
        </Button>
      </div>
    </Dialog>
  );
}
