import { DAY, SECOND } from '../../platform/clock';

/** In ms. The longest time for this many bytes of a file, in either direction. */
export type TransferMs = (bytes: number) => number;

export function createTransferMs(limits: { graceS: number; bytesPerS: number }): TransferMs {
  // Limited to a day, because a timer can't be set for longer than 24.8 days.
  return (bytes) => Math.min(DAY, Math.ceil((limits.graceS + bytes / limits.bytesPerS) * SECOND));
}
