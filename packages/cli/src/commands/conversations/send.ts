import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { MAX_FILES } from '@chat-relay/desk/files';
import { createUpload } from '@chat-relay/desk/upload';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import { EXIT, ExitError } from '../../errors';
import { createInboxRelay } from '../../inbox/relay';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface SendOptions extends GlobalOptions {
  file?: string[];
}

/** Uploads files, then sends a message with them. */
export async function sendMessage(
  { file: paths = [], ...options }: SendOptions,
  conversationId: string,
  text = '',
): Promise<void> {
  if (text === '' && paths.length === 0) {
    throw new ExitError(EXIT.usage, 'Nothing to send: give a text, or --file.');
  }
  if (paths.length > MAX_FILES) {
    throw new ExitError(EXIT.usage, `A message takes at most ${MAX_FILES} files.`);
  }
  const files = paths.map(readFile);
  const { api } = requireLogin(options);
  const relay = createInboxRelay(api);
  const uploadIds: string[] = [];
  for (const file of files) {
    say(`Sending ${sanitiseLine(file.name)}…`);
    const upload = createUpload({
      relay,
      put: (target, bytes) => api.putBytes(target, bytes),
      conversationId,
      file,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    uploadIds.push((await upload.send()).upload_id);
  }
  const message: MessageView = await relay.send(conversationId, randomUUID(), text, uploadIds);
  printResult(options.json, { message }, () => `Sent as message ${message.seq}.`);
}

function readFile(path: string) {
  try {
    if (!statSync(path).isFile()) throw new Error('not a file');
    const source = new Uint8Array(readFileSync(path));
    if (source.length === 0) throw new Error('empty');
    return { name: basename(path), bytes: source.length, source };
  } catch (error) {
    const named = sanitiseLine(path);
    throw new ExitError(
      EXIT.usage,
      `${named} can't be sent. Give a file that has something in it.`,
      {
        cause: error,
      },
    );
  }
}
