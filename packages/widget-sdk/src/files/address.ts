import { toMessage } from '../messages/stored-message';
import { createTurns } from '../session/lock';
import type { ClientFiles, FilesDeps } from './files-deps';

/** In ms. An address that expires sooner is replaced by a new one. */
const MIN_LIFE_MS = 20_000;
/** PROTOCOL: the most messages in a response to a request without a `limit`. */
const PAGE = 50;

/** Makes `fetchAddress`. Calls run one at a time, because one read may bring the addresses that the next call needs. */
export function createFetchAddress({
  session,
  thread,
  ChatError,
}: FilesDeps): ClientFiles['fetchAddress'] {
  const inTurn = createTurns();

  function find(uploadId: string) {
    for (const { seq, attachments } of thread.timeline().messages) {
      const file = attachments.find((attachment) => attachment.uploadId === uploadId);
      if (file) return { seq, ...file };
    }
    throw new ChatError('not_found');
  }

  return (uploadId) =>
    inTurn(async () => {
      const { seq, url, urlExpiresAt = '' } = find(uploadId);
      if (url && session.lifeMs(urlExpiresAt) > MIN_LIFE_MS) return url;
      const { messages } = await session.history(seq + PAGE);
      const fresh = new Map(messages.map((view) => [view.seq, toMessage(view)]));
      thread.edit((message) => fresh.get(message.seq) ?? message);
      const { url: address } = find(uploadId);
      if (!address) throw new ChatError('not_found');
      return address;
    });
}
