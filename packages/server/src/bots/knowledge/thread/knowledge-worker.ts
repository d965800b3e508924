import { parentPort, workerData } from 'node:worker_threads';
import { createKeptIndexes } from './kept-indexes';
import type { FromThread, Reads, ThreadSettings, ToThread } from './messages';

// The program of the thread that holds the indexes of all tenants. It opens no database, file or connection.

interface Read {
  resolve(rows: unknown): void;
  reject(reason: Error): void;
}

const reads = new Map<number, Read>();
let lastRead = 0;

const send = (message: FromThread): void => parentPort?.postMessage(message);

async function read(tenantId: string, documentIds: readonly string[] | null): Promise<unknown> {
  const id = ++lastRead;
  const rows = new Promise((resolve, reject) => reads.set(id, { resolve, reject }));
  send({ kind: 'read', id, tenantId, documentIds });
  return rows;
}

const throughRelay: Reads = {
  // The relay answers with the rows that this read asks for.
  list: (tenantId) => read(tenantId, null) as ReturnType<Reads['list']>,
  contents: (tenantId, ids) => read(tenantId, ids) as ReturnType<Reads['contents']>,
};

const indexes = createKeptIndexes({
  ...(workerData as ThreadSettings),
  reads: throughRelay,
  onChange: (size) => send({ kind: 'kept', ...size }),
});

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'rows') {
    const waiting = reads.get(message.id);
    reads.delete(message.id);
    if (message.rows === null) waiting?.reject(new Error('the database could not be read'));
    else waiting?.resolve(message.rows);
    return;
  }
  const { id, tenantId, revision, question } = message;
  indexes.search(tenantId, revision, question).then(
    (found) => send({ kind: 'found', id, found }),
    (error: unknown) => send({ kind: 'failed', id, problem: String(error) }),
  );
});
