/** Emits a Node warning; on an edge runtime, which has none, writes to the console. */
export function warn(message: string, code?: string): void {
  const emit = nodeProcess()?.emitWarning;
  if (emit) emit(message, { code });
  else console.warn(message);
}

export function isProduction(): boolean {
  return nodeProcess()?.env?.['NODE_ENV'] === 'production';
}

/** Returns Node's `process`. It is read from the global object, because its name makes bundlers add a polyfill. */
function nodeProcess(): Partial<Pick<NodeJS.Process, 'emitWarning' | 'env'>> | undefined {
  return (globalThis as { process?: Partial<NodeJS.Process> }).process;
}
