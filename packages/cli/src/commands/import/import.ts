import { createReadStream } from 'node:fs';
import { readLines } from '../../importer/lines';
import { createReport, describeCounts } from '../../importer/report';
import { importLines } from '../../importer/run';
import { EXIT, ExitError } from '../../errors';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';

export interface ImportOptions extends GlobalOptions {
  tenant?: string;
  dryRun?: boolean;
}

/** In bytes. Four times the relay's limit for a conversation, because a line may use escapes and spaces. */
const MAX_LINE_BYTES = 1024 * 1024;

/** Imports a file of JSON Lines, or checks it. Existing conversations stay as they are, so a run can be repeated. */
export async function importFile(options: ImportOptions, file: string): Promise<void> {
  const isDryRun = options.dryRun ?? false;
  const { api } = requireLogin(options);
  const tenant = await chooseTenant(api, options.tenant);
  const report = createReport();
  const source = file === '-' ? process.stdin : createReadStream(file);
  try {
    await importLines(readLines(source, MAX_LINE_BYTES), { api, tenant, isDryRun }, report);
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : '';
    if (code !== '') {
      const message = `${sanitiseLine(file)} can't be read (${String(code)}).`;
      throw new ExitError(EXIT.usage, message, { cause: error });
    }
    say(`So far: ${describeCounts(report.counts, isDryRun)} Run it again to continue.`);
    throw error;
  }
  const { counts, problems } = report;
  printResult(options.json, { dry_run: isDryRun, ...counts, problems }, () =>
    describeCounts(counts, isDryRun),
  );
  if (counts.refused > 0) {
    throw new ExitError(EXIT.failed, 'Some lines are refused. Correct them, and run it again.');
  }
}
