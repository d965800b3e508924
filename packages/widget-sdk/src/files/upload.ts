import { fullJitterMs } from '../connection/backoff';
import type { ChatError } from '../errors';
import type { UploadTicket } from '../session/http';
import type { Session } from '../session/session';
import type { AttachOptions, ChatAttachment } from '../types';
import type { FilesDeps } from './client-files';
import type { Put } from './put';

/** A longer wait is the visitor's decision. */
const LONGEST_WAIT_MS = 60_000;
/** After so many contradictory answers, asking again doesn't help. */
const MAX_SETBACKS = 5;
/** PROTOCOL: 255. */
const NAME_CHARS = 200;
/** What the relay refuses in a name: line breaks and other controls, also those of direction. */
const UNNAMEABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Uploads a file, however often the network, the relay or the session fails in between. Each step may be repeated: the
 * same bytes replace those before, and a finished upload gets the same answer.
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
  let failures = 0;
  let setbacks = 0;
  const check = () => {
    // Otherwise it counts among the unfinished ones for an hour.
    if (ticket && signal?.aborted) {
      void call('cancel/upload', { json: { upload_id: ticket.uploadId } }).catch(() => {});
    }
    stop.throwIfAborted();
  };
  for (;;) {
    check();
    try {
      ticket ??= await call('create/upload', { json: { name, bytes: file.size } });
      stop.throwIfAborted();
      if (!isSent) await put(ticket.put, file, stop, (share) => onProgress?.(share));
      isSent = true;
      stop.throwIfAborted();
      return await call('finish/upload', { json: { upload_id: ticket.uploadId } });
    } catch (error) {
      check();
      const { code, retryable, retryAfterMs = 0 } = error as ChatError;
      // Of the bytes: the upload is finished already. Of the end: not all bytes are there.
      if (code === 'state_conflict') isSent = !isSent;
      // Too old, or of an earlier session.
      else if (ticket && (code === 'link_invalid' || code === 'not_found')) {
        ticket = null;
        isSent = false;
      } else if (!retryable || retryAfterMs > LONGEST_WAIT_MS) throw error;
      if (!retryable && ++setbacks > MAX_SETBACKS) throw error;
      // A file that was changed or removed since it was chosen fails like a network.
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

/** Ends early when the network is back. */
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
    const abort = () => any.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { signal: any.signal });
  }
  return any.signal;
}

/** With its end, which says what it is. */
function nameOf({ name }: File): string {
  const line = name.replace(UNNAMEABLE, ' ').trim();
  return BLANK.test(line) ? 'file' : Array.from(line).slice(-NAME_CHARS).join('').trim();
}
