import type { ListedDocument } from '@chat-relay/server/wire/bots/knowledge';
import { readItems } from '@chat-relay/desk/relay/listing';
import { EXIT, ExitError } from '../../errors';
import type { Api } from '../../relay/api';
import { RelayRefusalError } from '../../relay/refusals';
import { asFastAsAllowed } from '../../relay/retry';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { readFolder, type FileDocument, type SkippedFile } from './folder';
import { listing } from './listing';

export interface SyncOptions extends GlobalOptions {
  tenant?: string;
  dryRun?: boolean;
}

/** The changes that a sync makes. */
interface Plan {
  added: FileDocument[];
  /** Files with the content of a document from the web console: the relay gives that document the file's path. */
  adopted: FileDocument[];
  changed: FileDocument[];
  removed: ListedDocument[];
}

/**
 * Makes a tenant's documents equal to a folder's, by path and hash. A document without an `external_id` is not changed,
 * unless a new file has the same content. Each file is one call, so the next run completes one that was interrupted.
 */
export async function syncKnowledge(options: SyncOptions, folder: string): Promise<void> {
  const { documents: files, skipped } = readFolder(folder);
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  const { items } = await readItems(api, listing(tenant_id), { most: Infinity });
  const present = [...files, ...skipped].map(({ external_id }) => external_id);
  const plan = planOf(files, present, items);
  if (!options.dryRun) skipped.push(...(await carryOut(api, tenant_id, plan)));

  const undone = new Set(skipped.map(({ external_id }) => external_id));
  const pathsOf = (of: readonly Pick<ListedDocument, 'external_id'>[]): string[] =>
    of.map(({ external_id }) => external_id ?? '').filter((path) => !undone.has(path));
  const result = {
    added: pathsOf(plan.added),
    adopted: pathsOf(plan.adopted),
    changed: pathsOf(plan.changed),
    removed: pathsOf(plan.removed),
  };
  const done = Object.entries(result).flatMap(([what, of]) => of.map((path) => `${what} ${path}`));
  const left = skipped.map(({ external_id, reason }) => `skipped ${external_id}: ${reason}`);
  printResult(options.json, { ...result, skipped }, () =>
    [...(done.length === 0 ? ['In step: nothing to change.'] : done), ...left]
      .map(sanitiseLine)
      .join('\n'),
  );
  if (options.dryRun && done.length > 0) {
    throw new ExitError(EXIT.failed, 'Not in step. Without --dry-run, relayctl changes this.');
  }
  if (skipped.length > 0) {
    const names = [...undone].map(sanitiseLine).join(', ');
    throw new ExitError(EXIT.failed, `Skipped: ${names}. Everything else is in step.`);
  }
}

function planOf(
  files: readonly FileDocument[],
  present: readonly string[],
  items: readonly ListedDocument[],
): Plan {
  const stored = new Map(items.map((document) => [document.external_id, document]));
  const paths = new Set(present);
  const unnamed = items.filter(({ external_id }) => external_id === null);
  const plan: Plan = { added: [], adopted: [], changed: [], removed: [] };
  for (const file of files) {
    const known = stored.get(file.external_id);
    const equal = unnamed.findIndex(({ sha256 }) => sha256 === file.sha256);
    if (known) {
      if (known.sha256 !== file.sha256 || known.title !== file.title) plan.changed.push(file);
    } else if (equal === -1) plan.added.push(file);
    else {
      unnamed.splice(equal, 1);
      plan.adopted.push(file);
    }
  }
  plan.removed = items.filter(({ external_id: path }) => path !== null && !paths.has(path));
  return plan;
}

/** Makes the changes. @returns the files that the relay refused */
async function carryOut(
  api: Api,
  tenant_id: string,
  { added, adopted, changed, removed }: Plan,
): Promise<SkippedFile[]> {
  const refused: SkippedFile[] = [];
  const send = async (verb: 'create' | 'update', { external_id, title, content }: FileDocument) => {
    try {
      await asFastAsAllowed(() =>
        api.post(`console/${verb}/knowledge-document`, { tenant_id, external_id, title, content }),
      );
    } catch (error) {
      if (!isAboutOneFile(error)) throw error;
      refused.push({ external_id, reason: error.message });
    }
  };
  for (const file of [...adopted, ...added]) await send('create', file);
  for (const file of changed) await send('update', file);
  for (const { knowledge_document_id } of removed) {
    await asFastAsAllowed(() =>
      api.post('console/remove/knowledge-document', { knowledge_document_id }),
    );
  }
  return refused;
}

function isAboutOneFile(error: unknown): error is RelayRefusalError {
  return error instanceof RelayRefusalError && [409, 413, 422].includes(error.status);
}
