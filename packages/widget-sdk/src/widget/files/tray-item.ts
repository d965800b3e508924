import type { ChatError } from '../../errors';
import type { Chat, ChatAttachment } from '../../types';
import { element, icon, setAttribute, setText } from '../dom';
import type { Strings } from '../locales/fr';
import type { Wording } from '../wording';
import { describeSize, nameOf, type FileRefusal } from './describe';
import { nameLine } from './name-line';
import { paint } from './pictures';

/** A chosen file: being uploaded, uploaded, or refused. */
export interface TrayItem {
  readonly file: File;
  readonly row: HTMLLIElement;
  /** Uploads the file. Never rejects: a failure is shown. */
  upload(): Promise<void>;
  cancel(): void;
  isBusy(): boolean;
  /** True if trying again can't help. */
  isRefused(): boolean;
  /** The uploaded file; null until then. */
  attachment(): ChatAttachment | null;
  /** @param maxSize as text, with its unit */
  render(wording: Wording, maxSize: string): void;
}

const SPEAK_EVERY_MS = 10_000;
const THUMB_PX = 40;

/** The text for each error code of the relay. */
const REASONS: Readonly<Record<string, keyof Strings>> = {
  attachment_too_large: 'fileTooLarge',
  attachment_type_not_allowed: 'fileType',
  attachment_invalid: 'fileGone',
  attachments_disabled: 'filesOff',
  rate_limited: 'fileLimit',
  overloaded: 'fileLimit',
  storage_unavailable: 'fileLimit',
};
/** Failures that may pass without a change of the file, so a retry is offered. */
const WORTH_RETRYING: readonly (keyof Strings)[] = ['failed', 'fileLimit'];

export function createTrayItem(
  chat: Chat,
  file: File,
  refusal: FileRefusal | null,
  on: { retry(): void; remove(): void; change(): void; speak(text: string): void },
): TrayItem {
  const thumb = element('span', { class: 'thumb' }, icon('file'));
  const status = element('span', { class: 'kind' });
  const progress = element('progress', { max: '1' });
  const retry = element('button', { class: 'tool', type: 'button' }, icon('again'));
  const remove = element('button', { class: 'tool', type: 'button' }, icon('close'));
  const text = element('span', {}, nameLine(file), status, progress);
  const row = element('li', {}, thumb, text, retry, remove);
  const cancel = new AbortController();
  let failure: keyof Strings | null = refusal;
  let attachment: ChatAttachment | null = null;
  let share = 0;
  let spokenAt = Date.now();
  let wording: Wording | undefined;
  let maxSize = '';

  const name = nameOf(file);
  const isBusy = () => !failure && !attachment;
  const reason = () => (failure && wording?.say(failure, { size: maxSize })) ?? '';

  retry.addEventListener('click', () => {
    failure = null;
    on.retry();
  });
  remove.addEventListener('click', on.remove);

  function drawProgress() {
    progress.value = share;
    if (!wording) return;
    const sent = wording.say('fileProgress', { name, count: Math.floor(share * 100) });
    setAttribute(progress, 'aria-label', name);
    if (Date.now() - spokenAt < SPEAK_EVERY_MS) return;
    spokenAt = Date.now();
    on.speak(sent);
  }

  if (!refusal && file.type.startsWith('image/')) {
    const canvas = element('canvas', { width: '1', height: '1', 'aria-hidden': 'true' });
    // A file that can't be drawn keeps its icon.
    void paint(canvas, file, THUMB_PX * devicePixelRatio).then(
      () => thumb.replaceChildren(canvas),
      () => undefined,
    );
  }

  return {
    file,
    row,
    async upload() {
      if (cancel.signal.aborted) return;
      try {
        attachment = await chat.files.attach(file, {
          signal: cancel.signal,
          onProgress(next) {
            share = next;
            drawProgress();
          },
        });
        on.speak(wording?.say('fileReady', { name }) ?? '');
      } catch (error) {
        if (cancel.signal.aborted) return;
        failure = REASONS[(error as ChatError).code] ?? 'failed';
        on.speak(`${name}: ${reason()}`);
      }
      on.change();
    },
    cancel: () => cancel.abort(),
    isBusy,
    isRefused: () => failure !== null && !WORTH_RETRYING.includes(failure),
    attachment: () => attachment,
    render(next, nextMaxSize) {
      [wording, maxSize] = [next, nextMaxSize];
      const { say } = next;
      setText(status, reason() || describeSize(file.size, next));
      row.classList.toggle('failed', failure !== null);
      progress.hidden = !isBusy();
      drawProgress();
      retry.hidden = failure === null || !WORTH_RETRYING.includes(failure);
      setAttribute(retry, 'aria-label', say('fileRetry', { name }));
      setAttribute(remove, 'aria-label', say('fileRemove', { name }));
    },
  };
}
