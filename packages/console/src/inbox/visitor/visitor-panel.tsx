import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isErased } from '@chat-relay/desk/selectors';
import type { Row } from '@chat-relay/desk/wire';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Badge } from '../../ui/notes';
import { Tile } from '../../ui/tile';
import { Time } from '../../ui/time';
import { useLanguage } from '../../words/language';
import { inboxAddress, type Filter } from '../model/filter';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';
import { visitorName } from '../model/visitor';
import { ConversationNotes } from '../notes/conversation-notes';
import type { Notes } from '../notes/use-notes';
import { ConversationTags } from './conversation-tags';
import { EarlierConversations } from './earlier-conversations';
import { VisitorRights } from './visitor-rights';
import { VisitedPages } from './visited-pages';
import { VisitorBlock } from './visitor-block';
import { useSheet } from './use-sheet';

/** A field in the panel that can get the focus. */
export type PanelField = 'note' | 'tag';

export interface VisitorPanelProps {
  inbox: Inbox;
  filter: Filter;
  row: Row;
  notes: Notes;
  /** The field that should get the focus. */
  wanted: PanelField | null;
  onFocused(): void;
  /** Whether the panel covers the conversation. */
  isSheet: boolean;
  onClose(): void;
}

/** Most entries that are shown of an object that the visitor's page passed. */
const MOST_ENTRIES = 24;
const MOST_TEXT = 240;
const MOST_COMMENT = 1000;

/** The visitor: who they are and whether that is verified, where they come from, and their earlier conversations. */
export function VisitorPanel({
  inbox,
  filter,
  row,
  notes,
  isSheet,
  onClose,
  ...props
}: VisitorPanelProps) {
  const { words, format } = useLanguage();
  const { inbox: text } = words;
  const { visitor } = row;
  const { unverified } = visitor;
  const name = visitorName(row, words);
  const isGone = isErased(row);
  const close = useRef<HTMLButtonElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const noteArea = useRef<HTMLTextAreaElement>(null);
  const tagField = useRef<HTMLInputElement>(null);
  useSheet(isSheet, close, onClose);
  // Runs after `useSheet`, which moves the focus to the first button.
  useLayoutEffect(() => {
    if (!props.wanted) return;
    (props.wanted === 'note' ? noteArea : tagField).current?.focus();
    props.onFocused();
  }, [props.wanted]);
  return (
    <aside
      class="visitor-panel"
      aria-label={text.panel}
      onKeyDown={({ key, target }) => {
        // Escape leaves a field, so that the shortcuts work again. In a sheet it closes the sheet.
        const isField = target instanceof HTMLElement && target.matches('input, textarea');
        if (key === 'Escape' && isField && !isSheet) target.blur();
      }}
    >
      <header class="bar">
        <h2 class="grow">{text.panel}</h2>
        <Button
          kind="plain"
          icon="close"
          label={text.hidePanel}
          onClick={onClose}
          buttonRef={close}
        />
      </header>
      <div class="visitor-scroll" ref={scroller} tabIndex={0}>
        <div class="visitor-who">
          <Tile id={visitor.user_id ?? row.visitor_session_id} name={name} />
          <div class="grow">
            <p class="cut">
              <bdi>{name}</bdi>
            </p>
            {isGone ? (
              <Badge>{text.erased}</Badge>
            ) : visitor.is_identified ? (
              <Badge tone="online">
                <Icon name="check" size={12} />
                {text.verified}
              </Badge>
            ) : (
              <Badge>{text.unverified}</Badge>
            )}
          </div>
        </div>
        {!isGone && <VisitorBlock row={row} around={scroller} />}
        {row.rating && (
          <Facts title={text.rating}>
            <div>
              <dt>
                <Time at={row.rating.rated_at} />
              </dt>
              <dd>{text.stars(row.rating.score)}</dd>
            </div>
            <Fact name={text.comment} value={row.rating.comment} most={MOST_COMMENT} />
          </Facts>
        )}
        <ConversationTags
          inbox={inbox}
          row={row}
          field={tagField}
          hrefOf={(tag) => inboxAddress({ ...filter, tag }, isSheet ? null : row.conversation_id)}
        />
        {!isGone && <ConversationNotes inbox={inbox} row={row} notes={notes} area={noteArea} />}
        <Facts title={text.identity} hint={hasUnverified(row) ? text.unverifiedHint : undefined}>
          <Fact name={text.userId} value={visitor.user_id} isMono />
          <Fact name={text.name} value={unverified.display_name} />
          <Fact name={text.email} value={unverified.email} />
          <Fact
            name={visitor.contact_proven ? text.contactEmail : text.unprovenEmail}
            value={visitor.contact_email}
          />
          <Fact name={text.origin} value={row.origin} />
          <Fact name={text.language} value={format.language(row.locale)} />
          <Fact name={text.queue} value={row.routing_key} />
          {row.started_at && (
            <div>
              <dt>{text.since}</dt>
              <dd>
                <Time at={row.started_at} />
              </dd>
            </div>
          )}
        </Facts>
        {!isGone && <VisitedPages key={row.conversation_id} inbox={inbox} row={row} />}
        <Entries title={text.metadata} of={row.metadata} />
        <Entries title={text.attributes} of={unverified.attributes} />
        {!isGone && <EarlierConversations inbox={inbox} filter={filter} row={row} />}
        <VisitorRights row={row} filter={filter} />
      </div>
    </aside>
  );
}

function Facts({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="facts">{children}</dl>
      {hint !== undefined && <p class="meta">{hint}</p>}
    </section>
  );
}

function Fact({
  name,
  value,
  isMono,
  most = MOST_TEXT,
}: {
  name: string;
  value: string | null;
  isMono?: boolean;
  most?: number;
}) {
  if (value === null || value === '') return null;
  return (
    <div>
      <dt>
        <bdi>{plainLine(name, 64)}</bdi>
      </dt>
      <dd class={isMono ? 'mono' : undefined}>
        <bdi dir="auto">{plainLine(value, most)}</bdi>
      </dd>
    </div>
  );
}

function Entries({
  title,
  of: object,
}: {
  title: string;
  of: Readonly<Record<string, unknown>> | null | undefined;
}) {
  const entries = Object.entries(object ?? {}).slice(0, MOST_ENTRIES);
  if (entries.length === 0) return null;
  return (
    <Facts title={title}>
      {entries.map(([name, value]) => (
        <Fact
          key={name}
          name={name}
          value={typeof value === 'string' ? value : JSON.stringify(value)}
        />
      ))}
    </Facts>
  );
}

function hasUnverified({ visitor: { unverified } }: Row): boolean {
  return unverified.display_name !== null || unverified.email !== null;
}
