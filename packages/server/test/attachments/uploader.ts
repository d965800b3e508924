import { apiOf, type Answer, type Api } from '../support/api';
import type { VisitorSocket } from '../support/visitor-socket';

interface Created {
  upload_id: string;
  put: { url: string; headers: Record<string, string> };
  expires_at: string;
}
export interface Finished {
  upload_id: string;
  name: string;
  type: string;
  bytes: number;
  width?: number;
  height?: number;
  sha256: string;
  scan: string;
}
export interface Linked extends Finished {
  url: string;
  url_expires_at: string;
}

/** Moves an address to the relay's real port, which the relay of a test does not know. */
export function at(url: string, address: string): string {
  const { pathname, search } = new URL(address);
  return url + pathname + search;
}

export async function put(
  url: string,
  address: string,
  bytes: Buffer | ReadableStream,
): Promise<Answer> {
  const response = await fetch(at(url, address), {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes as never,
    ...(!(bytes instanceof Buffer) && { duplex: 'half' }),
  } as RequestInit);
  const { data } = (await response.json()) as { data: never };
  return { status: response.status, data, headers: response.headers };
}

/** A visitor's uploads, step by step and at once. */
export function uploaderOf(url: string, token: string) {
  const api = apiOf(url, token);
  const create = (bytes: number, name = 'photo.png') =>
    api.post<Created>('/create/upload', { name, bytes });
  const finish = (upload_id: string) => api.post<Finished>('/finish/upload', { upload_id });
  const cancel = (upload_id: string) =>
    api.post<{ code?: string }>('/cancel/upload', { upload_id });
  const upload = async (file: Buffer, name?: string): Promise<Finished> => {
    const { data } = await create(file.length, name);
    await put(url, data.put.url, file);
    const finished = await finish(data.upload_id);
    if (finished.status !== 200) throw new Error(`finish: ${JSON.stringify(finished.data)}`);
    return finished.data;
  };
  return { api, create, finish, cancel, upload };
}

export function say(
  socket: VisitorSocket,
  client_msg_id: string,
  content: string,
  attachments: unknown,
) {
  socket.send({ type: 'msg', client_msg_id, content, attachments });
  return socket.next('ack', (frame) => frame.client_msg_id === client_msg_id);
}

export function refusalOf(
  socket: VisitorSocket,
  client_msg_id: string,
  content: string,
  attachments: unknown,
) {
  socket.send({ type: 'msg', client_msg_id, content, attachments });
  return socket.next('error', (frame) => frame.client_msg_id === client_msg_id);
}

export async function messagesOf(api: Api, path = '/fetch/messages') {
  const { data } = await api.get<{ messages: { content: string; attachments?: Linked[] }[] }>(path);
  return data.messages;
}
