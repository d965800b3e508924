import { readEnvelope } from '@chat-relay/desk/relay/envelope';
import { addressAt } from '@chat-relay/desk/files';
import type { PutBytes } from '@chat-relay/desk/upload';
import { RefusalError, UnreachableError } from './refusal';

/** An upload without progress for this long counts as failed. */
const STALLED_MS = 30_000;

/** Sends a file's bytes to a signed address, where the relay needs no session. */
export const putFile: PutBytes<File> = ({ url, headers }, file, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const watch = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const stop = (): void => request.abort();
    request.open('PUT', addressAt(location.origin, url));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      watch();
      onProgress(loaded);
    });
    request.addEventListener('loadend', () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', stop);
      const { status, responseText } = request;
      const envelope = readEnvelope(responseText);
      if (signal.aborted) reject(new DOMException('cancelled', 'AbortError'));
      else if (!envelope) reject(new UnreachableError(`${status}, but not from a relay`));
      else if (status === 200) resolve();
      else reject(new RefusalError(status, envelope.data, envelope.message));
    });
    signal.addEventListener('abort', stop);
    watch();
    request.send(file);
  });
