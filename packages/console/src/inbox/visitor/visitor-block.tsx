import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Row } from '@chat-relay/desk/wire';
import { RecordDialog } from '../../records/record-dialog';
import { useAct } from '../../records/use-act';
import { useConsole, useWorkspace } from '../../state/console';
import { useResource } from '../../state/use-resource';
import { Button } from '../../ui/button';
import { Banner } from '../../ui/notes';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const MOST_REASON = 200;

/** Shows whether the visitor is blocked, with the button that changes it. */
export function VisitorBlock({
  row,
  around,
}: {
  row: Row;
  /** Gets the focus when the pressed button disappears. */
  around: RefObject<HTMLElement | null>;
}) {
  const { conversation_id, tenant_id } = row;
  const { api } = useConsole();
  const act = useAct();
  const { words, format } = useLanguage();
  const { inbox: text } = words;
  const isAdmin = useWorkspace()?.role !== 'operator';
  const [isAsking, setAsking] = useState(false);
  const { data, reload } = useResource(
    `visitor ${conversation_id}`,
    async (api) => {
      const query = { conversation_id };
      const read = api.get('console/fetch/conversation', {
        query,
        isBackground: true,
      });
      return (await read).conversation.visitor;
    },
    { lists: ['settings'], id: tenant_id },
  );
  const hasActed = useRef(false);
  useLayoutEffect(() => {
    if (hasActed.current && document.activeElement === document.body) around.current?.focus();
    hasActed.current = false;
  }, [data]);
  if (!data) return null;
  const { block, block_kinds: kinds } = data;
  if (block) {
    const { block_id, ends_at, reason } = block;
    const until = ends_at === null ? null : format.minute(Date.parse(ends_at));
    const lift = async (): Promise<void> => {
      await api.post('console/unblock/visitor', { tenant_id, block_id });
      hasActed.current = true;
      await reload();
    };
    return (
      <Banner tone="waiting" icon="lock">
        <bdi>{text.blocked(plainLine(reason, MOST_REASON), until)}</bdi>
        {isAdmin && (
          <p>
            <button
              type="button"
              class="link-button"
              onClick={() => void act(lift, text.unblocked)}
            >
              {text.unblock}
            </button>
          </p>
        )}
      </Banner>
    );
  }
  const seconds = [HOUR_S, DAY_S, 30 * DAY_S];
  return (
    <>
      <Button icon="lock" onClick={() => setAsking(true)}>
        {text.block}
      </Button>
      {isAsking && (
        <RecordDialog
          title={text.block}
          lead={text.blockText}
          fields={[
            {
              name: 'kind',
              label: text.blockKind,
              value: kinds[0] ?? '',
              options: kinds.map((value) => ({ value, label: text.blockKinds[value] })),
            },
            {
              name: 'reason',
              label: text.blockReason,
              hint: text.blockReasonHint,
              maxLength: MOST_REASON,
            },
            {
              name: 'ends_at',
              label: text.blockEnd,
              value: String(DAY_S),
              options: [
                ...seconds.map((one) => ({ value: String(one), label: format.duration(one) })),
                { value: '0', label: text.blockNoEnd },
              ],
            },
          ]}
          submit={text.blockDo}
          isDangerous
          onClose={() => setAsking(false)}
          send={async ({ kind, reason, ends_at: forS }) => {
            const ms = Number(forS) * 1000;
            await api.post('console/block/visitor', {
              conversation_id,
              kind,
              reason,
              ends_at: ms === 0 ? null : new Date(Date.now() + ms).toISOString(),
            });
            setAsking(false);
            hasActed.current = true;
            await reload();
          }}
        />
      )}
    </>
  );
}
