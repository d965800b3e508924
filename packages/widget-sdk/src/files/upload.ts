import { abortFor, throwIfAborted } from '../abort';
import { attempt } from '../attempt';
import { fullJitterMs } from '../connection/backoff';
import type { ChatError } from '../errors';
import type { UploadTicket } from '../session/http';
import type { Session } from '../session/session';
import type { AttachOptions, ChatAttachment } from '../types';
import type { FilesDeps } from './files-deps';
import type { Put } from './put';

/** In ms. Longer waits are left to the visitor, who may try again. */
const LONGEST_WAIT_MS = 60_000;
/** After this many refusals the upload fails, and the visitor may try again. A contradictory refusal counts twice. */
const MAX_SETBACKS = 10;
/** A name's longest length; PROTOCOL allows 255. */
const NAME_CHARS = 200;
/** Characters that the relay refuses in a name: line breaks and other controls, also those of text direction. */
const UNNAMEABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Uploads a file, even if the network, the relay or the session fails in between. Each step may be repeated: announcing
 * the file again replaces the earlier upload, a few times, and finishing twice gets the same response.
 */
export async function upload(
  file: File,
  { signal, onProgress }: AttachOptions,
  ended: AbortSignal,
  { call, put, ChatError }: { call: Session['call']; put: Put } & Pick<FilesDeps, 'ChatError'>,
): Promise<ChatAttachment> {
  const stop = joined(ended, signal);
  const name = nameOf(file);
  let ticket: UploadTicket | null = null;
  let isSent = false;
  let mayBeFinished = false;
  let failures = 0;
  let setbacks = 0;
  const check = () => {
    // A cancelled upload is removed, because it would count among the unfinished ones for an hour.
    if (ticket && signal?.aborted) {
      void call('cancel/upload', { json: { upload_id: ticket.uploadId } }).catch(() => {});
    }
    throwIfAborted(stop);
  };
  for (;;) {
    check();
    try {
      ticket ??= await call('create/upload', { json: { name, bytes: file.size } });
      throwIfAborted(stop);
      if (!isSent) {
        await put(ticket.put, file, stop, (share) => attempt(() => onProgress?.(share)));
        mayBeFinished = false;
      }
      isSent = true;
      throwIfAborted(stop);
      return await call('finish/upload', { json: { upload_id: ticket.uploadId } });
    } catch (error) {
      check();
      const { code, retryable, retryAfterMs = 0 } = error as ChatError;
      const isConflict = code === 'state_conflict';
      // This upload was refused because of its age, its retries or its earlier session: announce the file again.
      if (
        ticket &&
        ((isConflict && mayBeFinished) || ['link_invalid', 'not_found'].includes(code))
      ) {
        ticket = null;
        isSent = mayBeFinished = false;
      } else if (isConflict) {
        // Either bytes are missing, or the upload was already finished and refuses them: do the other step next.
        mayBeFinished = !isSent;
        isSent = !isSent;
      } else if (!retryable || retryAfterMs > LONGEST_WAIT_MS) throw error;
      if (code !== 'network') setbacks += retryable ? 1 : 2;
      if (setbacks > MAX_SETBACKS) throw error;
      // A file that was changed or removed since it was chosen looks like a network failure: read a byte to find out.
      await file
        .slice(0, 1)
        .arrayBuffer()
        .catch((cause: unknown) => {
          throw new ChatError('attachment_invalid', { cause });
        });
      await pause(retryAfterMs || fullJitterMs(failures++, Math.random), stop);
    }
  }
}

/** Waits; ends early when the network is back. */
function pause(delayMs: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', over);
      stop.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, delayMs);
    globalThis.addEventListener?.('online', over);
    stop.addEventListener('abort', over);
  });
}

function joined(...signals: (AbortSignal | undefined)[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    const abort = () => abortFor(any, signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { signal: any.signal });
  }
  return any.signal;
}

/** A name that the relay accepts. A long one loses its beginning, because its end has the extension. */
function nameOf({ name }: File): string {
  const line = name.replace(UNNAMEABLE, ' ').trim();
  return BLANK.test(line) ? 'file' : [...line].slice(-NAME_CHARS).join('').trim();
}
