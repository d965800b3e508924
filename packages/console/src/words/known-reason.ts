import type { Words } from './words';

/** The text of a reason's code. Undefined for what a tenant's backend, or a later relay, has written. */
export const knownReason = (reason: string, { inbox }: Words): string | undefined =>
  inbox.reasons[reason as 'direct']; // perhaps another one
