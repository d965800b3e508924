import { Readable } from 'node:stream';
import { SECOND } from '../clock';
import { AppError } from '../errors';
import { inPieces } from './large-json';

/** The relay's responses that are made while they are sent, such as exports. */
export interface AnswerStreams {
  /**
   * @param mayRefuse false where the call has already changed something
   * @throws {AppError} overloaded
   */
  open(texts: AsyncIterable<string>, mayRefuse: boolean): Readable;
}

/** Limits memory: each response holds a page of rows, for as long as a slow client reads. */
const MAX_OPEN = 100;
/** A client that reads nothing for this long is cut off. */
const STALLED_MS = 30 * SECOND;
const RETRY_AFTER_S = 2;

export function createAnswerStreams(maxOpen = MAX_OPEN, stalledMs = STALLED_MS): AnswerStreams {
  let open = 0;
  return {
    open: (texts, mayRefuse) => {
      if (mayRefuse && open >= maxOpen) {
        throw new AppError('overloaded', { retryAfterS: RETRY_AFTER_S });
      }
      open++;
      const stalled = () => stream.destroy(new Error('the client does not read its answer'));
      let timer = setTimeout(stalled, stalledMs);
      const watched = async function* () {
        for await (const piece of inPieces(texts)) {
          clearTimeout(timer);
          timer = setTimeout(stalled, stalledMs);
          yield piece;
        }
      };
      const stream = Readable.from(watched(), { objectMode: false });
      stream.once('close', () => {
        clearTimeout(timer);
        open--;
      });
      return stream;
    },
  };
}
