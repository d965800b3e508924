import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { at, say, uploaderOf } from '../../../server/test/attachments/uploader';
import { pngChunk, png } from '../../../server/test/support/files';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import type { WorldVisitor } from '../../../server/test/support/world';
import type { Random } from '../torture/random';

/** Steps of sending a file. The relay may be killed after any of them. */
export const STEPS = [
  'create asked',
  'create answered',
  'half of the bytes sent',
  'all bytes sent',
  'bytes answered',
  'finish asked',
  'finish answered',
  'message sent',
  'message acked',
] as const;
export type Step = (typeof STEPS)[number];

/** A file whose message was acknowledged. */
export interface AckedFile {
  token: string;
  uploadId: string;
  seq: number;
  sha256: string;
}

/** The longest wait before a kill whose request is still in progress: it falls into the relay's work. */
const LATEST_KILL_MS = 12;

export interface JourneyOptions {
  url: string;
  visitor: WorldVisitor;
  step: Step;
  random: Random;
  /** Whether the visitor gives up at the step, as one who leaves does; no longer after the response to `finish`. */
  leaves: boolean;
  /** Kills the relay and starts it again. */
  restart(): Promise<void>;
}

/**
 * Sends a file with a message and kills the relay at a step. Then it repeats unanswered requests, as a page does.
 * @returns what is acked, or null if it was given up
 */
export async function sendThroughCrash(options: JourneyOptions): Promise<AckedFile | null> {
  const { url, visitor, step, random, leaves, restart } = options;
  const { token } = visitor;
  const { create, finish } = uploaderOf(url, token);
  const file = pictureOf(random);
  const killNow = async (begun: Promise<unknown>) => {
    begun.catch(() => undefined);
    await wait(random.between(0, LATEST_KILL_MS));
    await restart();
  };

  if (step === 'create asked') {
    await killNow(create(file.length));
    if (leaves) return null;
  }
  const { data } = await create(file.length);
  const address = at(url, data.put.url);
  if (step === 'create answered') {
    await restart();
    if (leaves) return null;
  }
  if (step === 'half of the bytes sent' || step === 'all bytes sent') {
    const some = step === 'all bytes sent' ? file : file.subarray(0, file.length / 2);
    await killNow(begin(address, file.length, some));
    if (leaves) return null;
  }
  const stored = await fetch(address, { method: 'PUT', body: file as never });
  if (stored.status !== 200) throw new Error(`put: ${stored.status} ${await stored.text()}`);
  if (step === 'bytes answered') {
    await restart();
    if (leaves) return null;
  }
  if (step === 'finish asked') {
    await killNow(finish(data.upload_id));
    if (leaves) return null;
  }
  const finished = await finish(data.upload_id);
  if (finished.status !== 200) throw new Error(`finish: ${JSON.stringify(finished.data)}`);
  if (step === 'finish answered') {
    await restart();
    if (leaves) return null;
  }
  const { upload_id: uploadId, sha256 } = finished.data;
  const sent = { client_msg_id: uploadId, content: '', attachments: [uploadId] };
  if (step === 'message sent') {
    const socket = await VisitorSocket.open(url, token);
    socket.send({ type: 'msg', ...sent });
    await killNow(socket.closed);
  }
  const socket = await VisitorSocket.open(url, token);
  const { seq } = await say(socket, uploadId, '', [uploadId]);
  socket.ws.terminate();
  if (step === 'message acked') await restart();
  return { token, uploadId, seq, sha256 };
}

/** Downloads an acknowledged file as its visitor does. Returns the problem, or null. */
export async function problemOf(url: string, acked: AckedFile): Promise<string | null> {
  const { api } = uploaderOf(url, acked.token);
  const read = await api.get<{ messages: { seq: number; attachments?: { url: string }[] }[] }>(
    `/fetch/messages?after_seq=${acked.seq - 1}&limit=1`,
  );
  const [message] = read.data.messages;
  const linked = message?.attachments?.[0];
  if (!linked) return `${acked.uploadId}: is not in its message`;
  const answer = await fetch(at(url, linked.url));
  if (answer.status !== 200) return `${acked.uploadId}: ${answer.status}`;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isSame = createHash('sha256').update(bytes).digest('hex') === acked.sha256;
  return isSame ? null : `${acked.uploadId}: has other bytes`;
}

/** A picture. `finish` removes the comment that some have, and so stores the file a second time. */
function pictureOf(random: Random): Buffer {
  const comment = Buffer.alloc(random.between(50_000, 400_000), 0x20);
  const isCleaned = random.chance(0.7);
  return png(random.between(1, 60), random.between(1, 60), [
    pngChunk(isCleaned ? 'tEXt' : 'gAMA', comment),
  ]);
}

/** Sends a part of the bytes and waits for no response. */
async function begin(address: string, length: number, bytes: Buffer): Promise<void> {
  const put = request(address, { method: 'PUT', headers: { 'content-length': length } });
  put.on('error', () => undefined);
  await new Promise<void>((resolve) => void put.write(bytes, () => resolve()));
}
