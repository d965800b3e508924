import { DAY, SECOND } from '../../platform/clock';

/** How long so many bytes of a file may take, one way or the other. */
export type TransferMs = (bytes: number) => number;

export function createTransferMs(limits: { graceS: number; bytesPerS: number }): TransferMs {
  // A timer has an end of its own.
  return (bytes) => Math.min(DAY, Math.ceil((limits.graceS + bytes / limits.bytesPerS) * SECOND));
}
