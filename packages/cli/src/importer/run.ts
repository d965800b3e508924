import type { Api } from '../relay/api';
import { RelayRefusalError } from '../relay/refusals';
import type { Tenant } from '@chat-relay/server/wire/tenants';
import { createReplyWriter } from './canned-replies';
import type { ReadLine } from './lines';
import { patiently } from './patience';
import { createRecordReader, type ImportRecord } from './records';
import type { Report } from './report';

type Conversation = Extract<ImportRecord, { type: 'conversation' }>;

const MOST_CONVERSATIONS = 50;
/** Keeps calls small, so that the relay checks each quickly; a longer conversation is a call of its own. */
const MOST_BYTES = 128 * 1024;
/** While the relay writes the conversations of one call, the next call is sent. */
const MOST_IN_FLIGHT = 2;

/** The statuses of refusals that concern a call's content. Other refusals concern the call itself. */
const OF_CONTENT = [400, 413, 422];

/**
 * Sends the lines of a file to a tenant, a few at a time. A refused line is reported, and the others are imported.
 * @throws {ExitError} if the relay can't be reached any more, or refuses every call
 */
export async function importLines(
  lines: AsyncIterable<ReadLine>,
  { api, tenant, isDryRun }: { api: Api; tenant: Tenant; isDryRun: boolean },
  report: Report,
): Promise<void> {
  const read = createRecordReader();
  const writeReply = createReplyWriter(api, tenant.workspace_id, isDryRun);
  const calls = createCalls(send);
  let batch: Conversation[] = [];
  let bytes = 0;

  for await (const line of lines) {
    const record = read(line);
    report.progress(line.number);
    if (record.type === 'problem') {
      report.refuse({ line: record.number, field: record.field, code: record.code });
    } else if (record.type === 'canned_reply') {
      await importReply(record);
    } else {
      if (batch.length === MOST_CONVERSATIONS || bytes + record.json.length > MOST_BYTES) flush();
      batch.push(record);
      bytes += record.json.length;
      await calls.room();
    }
  }
  flush();
  await calls.settle();

  function flush(): void {
    if (batch.length > 0) calls.start(batch);
    batch = [];
    bytes = 0;
  }

  async function importReply(
    record: Extract<ImportRecord, { type: 'canned_reply' }>,
  ): Promise<void> {
    try {
      report.counts.canned_replies[await writeReply(record.reply)]++;
    } catch (error) {
      if (!(error instanceof RelayRefusalError) || ![422, 429].includes(error.status)) throw error;
      report.refuse({ line: record.number, field: '', code: error.code });
    }
  }

  async function send(some: readonly Conversation[]): Promise<void> {
    const body = {
      tenant_id: tenant.tenant_id,
      ...(isDryRun && { dry_run: true }),
      conversations: some.map(({ conversation }) => conversation),
    };
    try {
      const answer = await patiently(() => api.post('console/import/conversations', body));
      for (const { outcome } of answer.conversations) report.counts[outcome]++;
    } catch (error) {
      if (!(error instanceof RelayRefusalError) || !OF_CONTENT.includes(error.status)) throw error;
      await sendWithout(some, error);
    }
  }

  /** Sends the valid conversations of a refused call again, because the relay has written none of them. */
  async function sendWithout(
    some: readonly Conversation[],
    refusal: RelayRefusalError,
  ): Promise<void> {
    const wrong = refusedPlaces(refusal);
    const rest = some.filter((_, place) => !wrong.has(place));
    for (const [place, { field, code }] of wrong) {
      const line = some[place]?.number ?? 0;
      report.refuse({ line, field, code });
    }
    if (rest.length === some.length && some.length > 1) {
      // The refusal names no conversation: send one half at a time to find it.
      await send(some.slice(0, some.length / 2));
      await send(some.slice(some.length / 2));
    } else if (rest.length === some.length) {
      const [problem] = refusal.problems;
      const { field = '', code = refusal.code } = problem ?? {};
      report.refuse({ line: some[0]?.number ?? 0, field, code });
    } else if (rest.length > 0) await send(rest);
  }
}

/** Refused fields by their place in the call: of `conversations.3.messages.0.content`, the place is 3. */
function refusedPlaces({
  problems,
}: RelayRefusalError): Map<number, { field: string; code: string }> {
  const places = new Map<number, { field: string; code: string }>();
  for (const { field, code } of problems) {
    const [, place, rest = ''] = /^conversations\.(\d+)(?:\.(.*))?$/s.exec(field) ?? [];
    if (place !== undefined && !places.has(Number(place))) {
      places.set(Number(place), { field: rest, code });
    }
  }
  return places;
}

/** Runs a limited number of calls at once. The first that fails ends the import. */
function createCalls(call: (batch: readonly Conversation[]) => Promise<void>) {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  const check = (): void => {
    if (failure) throw failure.error;
  };
  return {
    start: (batch: readonly Conversation[]): void => {
      const one = call(batch)
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => running.delete(one));
      running.add(one);
    },
    /** Waits until another call may start. */
    room: async (): Promise<void> => {
      while (running.size >= MOST_IN_FLIGHT) await Promise.race(running);
      check();
    },
    settle: async (): Promise<void> => {
      await Promise.all(running);
      check();
    },
  };
}
