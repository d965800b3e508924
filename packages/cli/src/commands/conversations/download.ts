import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, ExitError } from '../../errors';
import { createInboxRelay } from '../../inbox/relay';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { saveFile } from '../../terminal/save-file';
import { filesOf } from './files';
import { safeFileName } from './safe-file-name';

export interface DownloadOptions extends GlobalOptions {
  output?: string;
}

/** Saves a file of a conversation. It overwrites nothing, and keeps no incomplete file. */
export async function downloadFile(
  { output = '.', ...options }: DownloadOptions,
  conversationId: string,
  uploadId: string,
): Promise<void> {
  const { api } = requireLogin(options);
  const isWanted = (file: { upload_id: string }): boolean => file.upload_id === uploadId;
  const file = (await filesOf(createInboxRelay(api), conversationId, isWanted)).find(isWanted);
  if (!file) {
    throw new ExitError(EXIT.refused, 'This conversation has no such file. See conversation show.');
  }
  if (file.url === undefined) {
    const why = file.scan === 'infected' ? 'was found harmful' : 'is still being scanned';
    throw new ExitError(EXIT.refused, `The file ${why}: it can't be opened.`);
  }
  const bytes = await api.getBytes(file.url);
  if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
    throw new ExitError(EXIT.failed, 'The file came damaged. Nothing is saved: try again.');
  }
  const path = isFolder(output) ? join(output, safeFileName(file)) : output;
  saveFile(path, bytes, { otherwise: 'give another name with -o' });
  printResult(options.json, { path, file }, () => `Saved ${sanitiseLine(path)}.`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
