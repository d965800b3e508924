/** 128 random bits; `crypto.randomUUID` is missing on pages without TLS. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
