import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Ref } from 'preact';
import { mentionBefore, offerMentions } from './mentions';
import type { Operator } from '@chat-relay/server/wire/operators';
import { TextArea } from '../../ui/field';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';
import { pickByKey, Picker, usePick } from '../parts/picker';

export interface MentionFieldProps {
  label: string;
  hint: string;
  value: string;
  problem: string | undefined;
  /** Operators who can be mentioned. */
  colleagues: readonly Operator[];
  areaRef: Ref<HTMLTextAreaElement>;
  onChange(value: string): void;
  /** Called when an operator is chosen from the list. */
  onMention(colleague: Operator): void;
}

const operatorKey = ({ operator_id }: Operator): string => operator_id;

/** A text field that suggests colleagues after `@` and a part of a name. */
export function MentionField(props: MentionFieldProps) {
  const { value, colleagues, onChange, onMention } = props;
  const { words } = useLanguage();
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(value.length);
  /** Position of the `@` whose list was dismissed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const nextCursor = useRef<number | null>(null);
  const area = (): HTMLTextAreaElement | null => frame.current?.querySelector('textarea') ?? null;

  useLayoutEffect(() => {
    if (nextCursor.current === null) return;
    area()?.setSelectionRange(nextCursor.current, nextCursor.current);
    nextCursor.current = null;
  }, [value]);

  const typed = mentionBefore(value, cursor);
  const found = typed && typed.from !== closedAt ? offerMentions(colleagues, typed.text) : [];
  const isPicking = found.length > 0;
  const pick = usePick(found, operatorKey, isPicking ? (typed?.text ?? null) : null);
  const current = pick.index;
  const choose = (index: number): void => {
    const colleague = found[index];
    if (!colleague || !typed) return;
    const filled = `@${colleague.display_name} `;
    const at = typed.from + filled.length;
    onMention(colleague);
    nextCursor.current = at;
    setCursor(at);
    setClosedAt(typed.from);
    onChange(value.slice(0, typed.from) + filled + value.slice(cursor).replace(/^ /, ''));
    area()?.focus();
  };
  const read = (): void => setCursor(area()?.selectionStart ?? 0);

  return (
    <div
      class="mention-field"
      ref={frame}
      onKeyUp={read}
      onClick={read}
      onKeyDown={(event) => {
        if (!isPicking) return;
        const dismiss = () => setClosedAt(typed?.from ?? null);
        const list = { count: found.length, chosen: current, onPoint: pick.point };
        const isForList = pickByKey(event, { ...list, onChoose: choose, onDismiss: dismiss });
        if (isForList) event.stopPropagation();
      }}
    >
      {isPicking && (
        <Picker
          id={listId}
          label={words.inbox.colleagues}
          items={found.map((one) => ({
            key: one.operator_id,
            name: plainLine(one.display_name, 80),
            more: words.inbox.presences[one.presence],
          }))}
          chosen={current}
          count={words.inbox.colleagueCount(found.length)}
          onChoose={choose}
          onPoint={pick.point}
        />
      )}
      <TextArea
        label={props.label}
        hint={props.hint}
        rows={2}
        value={value}
        problem={props.problem}
        areaRef={props.areaRef}
        listAttributes={{
          'aria-autocomplete': 'list',
          'aria-controls': isPicking ? listId : undefined,
          'aria-activedescendant': current >= 0 ? `${listId}-${current}` : undefined,
        }}
        onChange={(changed) => {
          const at = area()?.selectionStart ?? changed.length;
          setCursor(at);
          if (mentionBefore(changed, at)?.from !== closedAt) setClosedAt(null);
          onChange(changed);
        }}
      />
    </div>
  );
}
