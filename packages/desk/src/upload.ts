import { hasCode, isPassing } from './relay/refusal';
import { askedWaitMs, waitToRetry } from './relay/retry';
import type { DeskRelay } from './relay/routes';
import type { AttachmentView } from '@chat-relay/widget-sdk/frames';
import type { CreatedUpload } from '@chat-relay/widget-sdk/rest';

/** In UTF-16 units, as the relay counts them. */
const MAX_NAME = 255;
const MOST_RETRIES = 6;
/** The operator decides about longer waits, such as for a daily quota or a full disk. */
const LONGEST_WAIT_MS = 60_000;

/** Sends a file's bytes to its signed address. Throws as the relay's routes do. */
export type PutBytes<Source> = (
  put: CreatedUpload['put'],
  source: Source,
  options: { signal: AbortSignal; onProgress(sentBytes: number): void },
) => Promise<void>;

export interface UploadOptions<Source> {
  relay: Pick<DeskRelay, 'createUpload' | 'finishUpload' | 'cancelUpload' | 'explain'>;
  put: PutBytes<Source>;
  conversationId: string;
  file: { name: string; bytes: number; source: Source };
  signal: AbortSignal;
  onProgress(sentBytes: number): void;
}

/** One file's upload to the relay. After a failure `send` continues with the same announcement. */
export interface Upload {
  /** Throws as the relay does, after a few attempts, or when the signal aborts. */
  send(): Promise<AttachmentView>;
}

export function createUpload<Source>(options: UploadOptions<Source>): Upload {
  const { relay, put, conversationId, file, signal, onProgress } = options;
  let created: CreatedUpload | null = null;

  const attempt = async (): Promise<AttachmentView> => {
    const { bytes, source } = file;
    created ??= await relay.createUpload(conversationId, { name: nameOf(file.name), bytes });
    await put(created.put, source, { signal, onProgress }).catch((error: unknown) => {
      // An earlier request had finished it, and its response was lost.
      if (!hasCode(relay.explain(error), 'state_conflict')) throw error;
    });
    return relay.finishUpload(created.upload_id);
  };

  const attemptOften = async (): Promise<AttachmentView> => {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        const refusal = relay.explain(error);
        // Its bytes were sent too often, or the upload was cancelled.
        const isOver = created !== null && hasCode(refusal, 'state_conflict');
        const mayPass = isOver || (isPassing(refusal) && askedWaitMs(refusal) <= LONGEST_WAIT_MS);
        // After a permanent refusal the next attempt announces the file again.
        if (refusal && !isPassing(refusal)) created = null;
        if (!mayPass || failures === MOST_RETRIES || signal.aborted) throw error;
        await waitToRetry(refusal, failures, signal);
        signal.throwIfAborted();
      }
    }
  };

  return {
    send: async () => {
      try {
        return await attemptOften();
      } catch (error) {
        // Without this the relay would count it among the unfinished uploads for an hour.
        if (signal.aborted && created) relay.cancelUpload(created.upload_id).catch(() => {});
        throw error;
      }
    },
  };
}

/** Characters that the relay refuses in a file's name. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]+/gu;

/** Makes a name that the relay accepts: one line, cut at the start if it is too long. */
function nameOf(name: string): string {
  const line = name.replace(UNREADABLE, ' ').trim().slice(-MAX_NAME);
  return line.replace(UNREADABLE, '') || 'file';
}

/**
 * The code with which the relay would refuse a file, as far as this is known before the upload: the relay finds the
 * type in the bytes.
 */
export function faultOf(
  file: { bytes: number; type: string },
  { types, max_bytes: maxBytes }: { types: readonly string[]; max_bytes: number },
): string | null {
  if (file.bytes === 0) return 'file_empty';
  if (file.bytes > maxBytes) return 'attachment_too_large';
  // Plain text is declared under many types, or none.
  const mayBeText = types.includes('text/plain') && /^text\/(?!html|xml)|json$/.test(file.type);
  const isKnown = file.type === '' || types.includes(file.type) || mayBeText;
  return isKnown ? null : 'attachment_type_not_allowed';
}
