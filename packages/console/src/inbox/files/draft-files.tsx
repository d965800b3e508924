import type { RefObject } from 'preact';
import { RefusalError } from '../../api/refusal';
import { isArriving } from '@chat-relay/desk/files';
import type { DraftFile } from '@chat-relay/desk/state';
import type { Row } from '@chat-relay/desk/wire';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { refusalText } from '../../ui/refusal-text';
import { useLanguage, type Language } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';

export interface DraftFilesProps {
  inbox: Inbox;
  row: Row;
  files: readonly DraftFile[];
  area: RefObject<HTMLTextAreaElement | null>;
}

/** The files of an unsent reply, with their progress or failure. */
export function DraftFiles({ inbox, row, files, area }: DraftFilesProps) {
  const language = useLanguage();
  const { inbox: words } = language.words;
  const { conversation_id: id, tenant_id: tenantId } = row;
  const { uploads } = inbox;
  const limit = inbox.state.value.tenants[tenantId]?.attachments?.max_bytes;
  return (
    <ul class="draft-files">
      {files.map((file) => {
        const name = plainLine(file.name, 120);
        const { key, bytes, sentBytes, problem } = file;
        const isOnItsWay = isArriving(file);
        return (
          <li key={key} class={problem ? 'failed' : undefined}>
            <Icon name={problem ? 'warning' : 'file'} />
            <span class="draft-file">
              <bdi class="cut">{name}</bdi>
              {isOnItsWay && <progress max={bytes} value={sentBytes} aria-label={name} />}
              {problem ? (
                <span class="why" role="alert">
                  {whyOf(problem, language, limit)}
                </span>
              ) : (
                <span class="meta">
                  {isOnItsWay
                    ? language.format.percent(sentBytes / bytes)
                    : language.format.size(bytes)}
                </span>
              )}
            </span>
            {problem && uploads.mayRetry(key) && (
              <Button
                kind="plain"
                icon="refresh"
                label={words.retryFile(name)}
                onClick={() => uploads.retry(id, key)}
              />
            )}
            <Button
              kind="plain"
              icon="close"
              label={words.removeFile(name)}
              onClick={() => {
                uploads.remove(id, key);
                area.current?.focus();
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}

function whyOf(
  problem: NonNullable<DraftFile['problem']>,
  language: Language,
  limit: number | undefined,
): string {
  const { inbox, refusals } = language.words;
  if (problem === 'gone') return inbox.fileGone;
  if (problem.kind !== 'refused') return refusals.unreachable;
  const { status, code, data } = problem;
  if (code === 'file_empty') return inbox.fileEmpty;
  if (code === 'storage_unavailable') return inbox.filesUnavailable;
  const why = refusalText(new RefusalError(status, { ...data }, ''), language);
  const isTooLarge = code === 'attachment_too_large' && limit !== undefined;
  return isTooLarge ? `${why} ${inbox.fileLimit(language.format.size(limit))}` : why;
}
