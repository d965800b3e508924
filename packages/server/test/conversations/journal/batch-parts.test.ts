import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBatchParts } from '../../../src/app/batch-parts';
import { UPLOADS } from '../../../src/attachments/model';
import { createOutbox } from '../../../src/callbacks/outbox/outbox';
import type { BatchPart } from '../../../src/conversations/journal/batch/batch-part';
import type { Journal } from '../../../src/conversations/journal/journal';
import type { Command } from '../../../src/conversations/rules/commands';
import { newId } from '../../../src/platform/ids';
import type { Database } from '../../../src/platform/storage/database';
import { insertRows } from '../../../src/platform/storage/sql';
import type { HeldSession } from '../../../src/visitors/session';
import { addVisitorSession, ann, surroundings, visitorSays } from '../../support/conversations';
import { openTestDatabase, quietLog } from '../../support/database';
import { openTestJournal } from '../../support/journal';

let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
  await database.transaction((tx) =>
    tx.run('CREATE TABLE heard_words (session_id VARCHAR(64), word VARCHAR(64))'),
  );
});
afterAll(() => close());

const outbox = createOutbox(quietLog);

/** A feature that exists only in this test: it counts the words of visitors. */
const heardWords: BatchPart<undefined, string[][]> = {
  collect: ({ applied }) =>
    applied.flatMap(({ session, change: { messages } }) =>
      messages
        .filter(({ sender }) => sender === 'visitor')
        .map(({ content }) => [session.sessionId, content]),
    ),
  write: (rows) =>
    rows.map((params) => ({ text: 'INSERT INTO heard_words VALUES (?, ?)', params, rows: 1 })),
};

const submitTo =
  (journal: Journal, session: HeldSession) =>
  (command: Command): Promise<unknown> =>
    journal.submit({ session, command, surroundings: surroundings() });

const wordsOf = ({ sessionId }: HeldSession) =>
  database.read.rows('SELECT word FROM heard_words WHERE session_id = ?', [sessionId]);

it('commits what a part adds together with the message', async () => {
  const session = await addVisitorSession(database);
  const submit = submitTo(
    openTestJournal({ database, parts: [...listBatchParts(outbox), heardWords] }),
    session,
  );
  await submit(visitorSays('hello'));
  expect(await wordsOf(session)).toEqual([{ word: 'hello' }]);
});

it('commits neither the message nor what a part adds when a statement changes other rows than it must', async () => {
  const session = await addVisitorSession(database);
  const failing: BatchPart = {
    collect: () => null,
    write: () => [{ text: 'DELETE FROM heard_words WHERE word = ?', params: ['unheard'], rows: 1 }],
  };
  const parts = [...listBatchParts(outbox), heardWords, failing];
  const submit = submitTo(openTestJournal({ database, parts }), session);
  await expect(submit(visitorSays('hello'))).rejects.toThrow('0 rows changed instead of 1');
  expect(await wordsOf(session)).toEqual([]);
  expect(
    await database.read.rows('SELECT 1 FROM messages WHERE session_id = ?', [session.sessionId]),
  ).toEqual([]);
});

it('makes rows and statements that another thread could take, whatever the commands', async () => {
  const session = await addVisitorSession(database, { contact_email: 'v@example.org' });
  let statements = 0;
  const parts = listBatchParts(outbox).map((part): BatchPart => ({
    ...part,
    collect: (batch) => structuredClone(part.collect(batch)),
    write: (rows, dialect) => {
      const writes = part.write(rows, dialect);
      statements += structuredClone(writes).length;
      return writes;
    },
  }));
  const submit = submitTo(openTestJournal({ database, parts }), session);
  const actor = { operator: ann, isAdmin: false };
  await submit(visitorSays('hello'));
  await submit({
    type: 'escalate',
    by: 'bot',
    reason: 'low_confidence',
    ownerEpoch: null,
    suggestion: { content: 'Perhaps', reasons: ['unsure'] },
  });
  await submit({ type: 'claim', operator: ann });
  await submit({ type: 'set-tags', tags: ['orders'] });
  await submit({ type: 'agent-message', actor, content: 'Hi', clientMsgId: newId() });
  await submit({ type: 'resolve', actor });
  expect(statements).toBeGreaterThan(25);
});

it('binds an upload to the first of the messages in a batch that name it', async () => {
  const session = await addVisitorSession(database);
  const uploadId = newId();
  await addUpload(session, uploadId);
  let batches = 0;
  const counting: BatchPart = { collect: () => batches++, write: () => [] };
  const parts = [...listBatchParts(outbox), counting];
  const submit = submitTo(openTestJournal({ database, parts }), session);
  const attachments = { uploader: 'visitor', uploadIds: [uploadId] } as const;
  const says = (content: string): Command => ({
    type: 'visitor-message',
    clientMsgId: newId(),
    content,
    attachments,
  });
  const results = await Promise.allSettled([says('one'), says('two')].map(submit));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  // A batch that fails is tried again, one command at a time.
  expect(batches).toBe(1);
  expect(results[1]).toMatchObject({ reason: { code: 'invalid_request' } });
  expect(
    await database.read.rows('SELECT seq FROM uploads WHERE upload_id = ?', [uploadId]),
  ).toEqual([{ seq: 1 }]);
});

async function addUpload({ tenantId, sessionId }: HeldSession, uploadId: string): Promise<void> {
  const row = {
    tenant_id: tenantId,
    upload_id: uploadId,
    session_id: sessionId,
    uploader: 'visitor',
    name: 'note.txt',
    announced_bytes: 4,
    state: 'finished',
    type: 'text/plain',
    bytes: 4,
    sha256: 'a'.repeat(64),
    scan: 'none',
    scan_attempts: 0,
    created_at: Date.now(),
    expires_at: Date.now(),
    puts: 1,
  };
  await database.transaction((tx) =>
    insertRows(tx, { name: UPLOADS.name, columns: Object.keys(row) }, [row]),
  );
}
