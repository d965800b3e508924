import { AppError } from '../../platform/errors';

/** Fewer bytes came than were announced. */
export class TooFewBytesError extends Error {
  override readonly name = 'TooFewBytesError';
}

/** Passes the source on, and checks its length. @throws {AppError} attachment_too_large; {@link TooFewBytesError} */
export async function* exactly(
  bytes: number,
  source: AsyncIterable<Buffer>,
  onReceived: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of source) {
    received += chunk.length;
    onReceived(received);
    if (received > bytes) throw new AppError('attachment_too_large');
    yield chunk;
  }
  if (received < bytes) throw new TooFewBytesError();
}
