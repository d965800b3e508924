/** Uses Node's warnings if available; an edge runtime has only the console. */
export function warn(message: string, code?: string): void {
  const emit = nodeProcess()?.emitWarning;
  if (emit) emit(message, { code });
  else console.warn(message);
}

export function isProduction(): boolean {
  return nodeProcess()?.env?.['NODE_ENV'] === 'production';
}

/** Read from the global object, because naming `process` makes bundlers add a stand-in. */
function nodeProcess(): Partial<Pick<NodeJS.Process, 'emitWarning' | 'env'>> | undefined {
  return (globalThis as { process?: Partial<NodeJS.Process> }).process;
}
