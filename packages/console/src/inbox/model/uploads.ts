import { putFile } from '../../api/put-file';
import type { DeskEvent } from '@chat-relay/desk/reducer';
import { refusalFor } from '@chat-relay/desk/relay/refusal';
import type { DeskRelay } from '@chat-relay/desk/relay/routes';
import type { DeskState, DraftFile } from '@chat-relay/desk/state';
import { createUpload, faultOf, type Upload } from '@chat-relay/desk/upload';

/** Uploads from this page to the relay, one after another. The desk's state has the progress of each. */
export interface Uploads {
  add(id: string, files: readonly File[]): void;
  /** Whether this page still has the file's bytes. */
  mayRetry(key: string): boolean;
  retry(id: string, key: string): void;
  /** Removes the file, and stops its upload. */
  remove(id: string, key: string): void;
  close(): void;
}

export interface UploadsOptions {
  relay: DeskRelay;
  state(): DeskState;
  dispatch(event: DeskEvent): void;
}

interface Running {
  upload: Upload;
  stopping: AbortController;
}

export function createUploads({ relay, state, dispatch }: UploadsOptions): Uploads {
  const known = new Map<string, Running>();
  let last: Promise<unknown> = Promise.resolve();

  const fileOf = (id: string, key: string): DraftFile | undefined =>
    state().files[id]?.find((one) => one.key === key);
  const change = (id: string, key: string, by: Partial<DraftFile>): void => {
    const file = fileOf(id, key);
    if (file) dispatch({ type: 'file', id, key, file: { ...file, ...by } });
  };

  const send = async (id: string, key: string): Promise<void> => {
    const running = known.get(key);
    if (!running) return; // removed while it waited
    try {
      const { upload_id: uploadId, bytes } = await running.upload.send();
      known.delete(key);
      change(id, key, { uploadId, bytes });
    } catch (error) {
      if (running.stopping.signal.aborted) return;
      change(id, key, { problem: relay.explain(error) ?? 'gone', sentBytes: 0 });
    }
  };
  /** Uploads one file at a time: browsers open few connections to a host, and the conversation needs them. */
  const enqueue = (id: string, key: string): void => {
    last = last.then(() => send(id, key));
  };

  return {
    add: (id, files) => {
      const tenant = state().tenants[state().rows.get(id)?.row.tenant_id ?? ''];
      for (const source of files) {
        const key = globalThis.crypto.randomUUID();
        const { name, size: bytes, type } = source;
        const fault = tenant?.attachments && faultOf({ bytes, type }, tenant.attachments);
        // The same refusal as the relay's.
        const problem = fault ? refusalFor(422, { code: fault }) : null;
        const file = { key, name, bytes, sentBytes: 0, uploadId: null, problem };
        dispatch({ type: 'file', id, key, file });
        if (problem) continue;
        const stopping = new AbortController();
        const upload = createUpload({
          relay,
          put: putFile,
          conversationId: id,
          file: { name, bytes, source },
          signal: stopping.signal,
          onProgress: (sentBytes) => change(id, key, { sentBytes }),
        });
        known.set(key, { upload, stopping });
        enqueue(id, key);
      }
    },
    mayRetry: (key) => known.has(key),
    retry: (id, key) => {
      change(id, key, { problem: null });
      enqueue(id, key);
    },
    remove: (id, key) => {
      known.get(key)?.stopping.abort();
      known.delete(key);
      dispatch({ type: 'file', id, key, file: null });
    },
    close: () => {
      for (const { stopping } of known.values()) stopping.abort();
    },
  };
}
