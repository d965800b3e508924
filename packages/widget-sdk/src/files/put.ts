import { fromWire } from '../connection/wire';
import type { UploadTicket } from '../session/http';
import type { FilesDeps } from './files-deps';

/** Sends the bytes. Rejects with a `ChatError`, or with anything once the signal is aborted. */
export type Put = (
  ticket: UploadTicket['put'],
  file: Blob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
) => Promise<void>;

interface Answer {
  status: number;
  text: string;
}

/** In ms. A line without progress for this long is dead. The relay itself waits for 15 s. */
const STALLED_MS = 30_000;

/** @param deps.fetch the page's own; without it XMLHttpRequest is used if there is one: only it reports progress */
export function createPut({
  fetch,
  readAnswer,
  ChatError,
}: Pick<FilesDeps, 'fetch' | 'readAnswer' | 'ChatError'>): Put {
  const send = fetch || !globalThis.XMLHttpRequest ? byFetch(fetch) : byRequest;
  return async (ticket, file, signal, onProgress) => {
    let answer: Answer;
    try {
      answer = await send(ticket, file, signal, onProgress);
    } catch (cause) {
      throw new ChatError('network', { cause, retryable: true });
    }
    readAnswer(answer.status, fromWire(answer.text));
    onProgress(1);
  };
}

function byFetch(fetch = globalThis.fetch) {
  return async (...[{ url, headers }, body, signal]: Parameters<Put>): Promise<Answer> => {
    const response = await fetch(url, { method: 'PUT', headers, body, signal });
    return { status: response.status, text: await response.text() };
  };
}

function byRequest(...[{ url, headers }, file, signal, onProgress]: Parameters<Put>) {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let timer = setTimeout(abort, STALLED_MS);
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      clearTimeout(timer);
      timer = setTimeout(abort, STALLED_MS);
      onProgress(loaded / file.size);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = request.onabort = () => reject(new Error('not sent'));
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort);
    request.send(file);
  });
}
