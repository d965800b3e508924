/** The raw bytes that a framework or an earlier middleware kept, wherever it put them. */
export function keptBody(...places: unknown[]): unknown {
  return places.find((body) => ArrayBuffer.isView(body) || typeof body === 'string');
}
