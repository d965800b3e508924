import { areGone } from '@chat-relay/desk/relay/refusal';
import type { Outgoing } from '@chat-relay/desk/state';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { refusalText } from '../../ui/refusal-text';
import { Time } from '../../ui/time';
import { RefusalError } from '../../api/refusal';
import { useLanguage } from '../../words/language';
import { memo } from '../memo';
import { plainLine } from '../model/plain';
import { FileLine, MessageFiles, type MessageFilesProps } from '../files/message-files';
import { MessageText } from '../parts/message-text';
import { Translated } from '../translation/translated';
import type { Translation } from '@chat-relay/server/wire/bots';

export interface MessageItemProps extends Pick<MessageFilesProps, 'renew' | 'onOpen'> {
  message: MessageView;
  startsGroup: boolean;
  endsGroup: boolean;
  /** Whether a search found this message. */
  isHit: boolean;
  visitor: string;
  /** The signed-in operator's name, which is shown as "you". */
  ownName: string;
  /** Delivery state, shown under the operator's last message alone. */
  delivery: 'stored' | 'delivered' | 'read' | null;
  translation: Translation | undefined;
  /** Takes the message out of sight; undefined for people who may not. */
  onRemove: ((message: MessageView) => void) | undefined;
}

export const MessageItem = memo(function MessageItem(props: MessageItemProps) {
  const {
    message,
    startsGroup,
    endsGroup,
    isHit,
    visitor,
    ownName,
    delivery,
    translation,
    onRemove,
  } = props;
  const { words } = useLanguage();
  const { kind, display_name: displayName } = message.sender;
  if (kind === 'system') {
    return (
      <li class={isHit ? 'item system hit' : 'item system'} aria-current={isHit || undefined}>
        <p>
          <bdi dir="auto">{message.content}</bdi> <Time at={message.created_at} form="time" />
        </p>
      </li>
    );
  }
  const names = { visitor, bot: words.inbox.bot, agent: words.inbox.operator };
  const isOwn = kind === 'agent' && displayName === ownName;
  const said = kind === 'visitor' ? visitor : plainLine(displayName ?? names[kind], 60);
  const author = isOwn ? words.inbox.you : said;
  // The visitor is at the left and oneself at the right: only other authors need a visible name.
  const isNamed = startsGroup && kind !== 'visitor' && !isOwn;
  return (
    <li
      class={`item ${kind}${startsGroup ? ' starts' : ''}${endsGroup ? ' ends' : ''}${isHit ? ' hit' : ''}`}
      aria-current={isHit || undefined}
    >
      {isNamed ? (
        <p class="author">
          {kind === 'bot' && <Icon name="bot" size={14} />}
          <bdi>{author}</bdi>
        </p>
      ) : (
        <span class="hidden">{author}</span>
      )}
      <div class="bubble" tabIndex={-1}>
        {message.removed && <span class="muted">{words.inbox.removed}</span>}
        {message.content !== '' && (
          <MessageText text={message.content} lang={translation?.source_language} />
        )}
        {translation && !message.removed && <Translated translation={translation} />}
        {message.attachments && (
          <MessageFiles
            seq={message.seq}
            files={message.attachments}
            renew={props.renew}
            onOpen={props.onOpen}
          />
        )}
        {message.sources?.map(({ title, url }) => (
          <p class="quoted" key={title + url}>
            <bdi>{plainLine(title, 200)}</bdi> {url !== null && <MessageText text={url} />}
          </p>
        ))}
        <span class="bubble-time">
          <Time at={message.created_at} form="time" />
          {onRemove && !message.removed && (
            <Button
              kind="plain"
              icon="trash"
              label={words.inbox.removeMessage}
              onClick={() => onRemove(message)}
            />
          )}
        </span>
      </div>
      {delivery !== null && (
        <p class="delivery">
          <Icon name={delivery === 'stored' ? 'check' : 'checks'} size={12} />
          {words.inbox.delivery[delivery]}
        </p>
      )}
    </li>
  );
});

export interface OutgoingItemProps {
  outgoing: Outgoing;
  startsGroup: boolean;
  onRetry(): void;
  onTakeBack(): void;
}

/** A reply that the relay has not confirmed: it is being sent, waits for a retry, or was refused. */
export function OutgoingItem({ outgoing, startsGroup, onRetry, onTakeBack }: OutgoingItemProps) {
  const language = useLanguage();
  const { inbox, common } = language.words;
  const { refusal, isRetrying, content, files } = outgoing;
  const isOver = areGone(refusal);
  const why = isOver
    ? inbox.fileGone
    : refusal?.kind === 'refused'
      ? refusalText(new RefusalError(refusal.status, { ...refusal.data }, ''), language)
      : '';
  return (
    <li class={`item agent outgoing${startsGroup ? ' starts' : ''}`}>
      <span class="hidden">{inbox.you}</span>
      <div class={refusal ? 'bubble failed' : 'bubble pending'}>
        {content !== '' && <MessageText text={content} />}
        {files.length > 0 && (
          <ul class="files">
            {files.map((file) => (
              <li class="file" key={file.key}>
                <FileLine file={file} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {refusal ? (
        <div class="delivery failed" role="alert">
          <span class="why">
            <Icon name="warning" size={12} />
            <span>
              {inbox.delivery.failed} {why}
            </span>
          </span>
          <span>
            {!isOver && (
              <Button kind="plain" onClick={onRetry}>
                {common.retry}
              </Button>
            )}
            <Button kind="plain" onClick={onTakeBack}>
              {inbox.toDraft}
            </Button>
          </span>
        </div>
      ) : (
        <p class="delivery">
          <Icon name="clock" size={12} />
          {isRetrying ? inbox.delivery.retrying : inbox.delivery.pending}
        </p>
      )}
    </li>
  );
}
