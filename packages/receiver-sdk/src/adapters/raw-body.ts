/** Finds the raw bytes that a framework or an earlier middleware kept, in any of the usual places. */
export function keptBody(...places: unknown[]): unknown {
  return places.find((body) => ArrayBuffer.isView(body) || typeof body === 'string');
}
