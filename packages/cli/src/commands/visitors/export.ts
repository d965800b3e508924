import { explainRefusal } from '../../relay/refusals';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { assertNothingThere, saveFile } from '../../terminal/save-file';
import { describeVisitor, NO_SESSION, visitorOf, type VisitorOptions } from './visitor';

export interface ExportOptions extends GlobalOptions, VisitorOptions {
  output?: string;
  force?: boolean;
}

const OTHERWISE = 'give another name with -o, or --force to replace it';

/** Writes everything that is stored about a visitor as JSON, to a file or to stdout. */
export async function exportVisitor(options: ExportOptions): Promise<void> {
  const ref = visitorOf(options);
  const { output, force } = options;
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  // Checked before the call, because the relay records each export.
  if (output !== undefined && !force) assertNothingThere(output, OTHERWISE);
  const { export: document } = await explainRefusal(
    api.post('console/export/visitor', { tenant_id, ...ref }),
    'not_found',
    NO_SESSION,
  );
  const count = document.sessions.length;
  const found = `${count} ${count === 1 ? 'session' : 'sessions'} of ${sanitiseLine(describeVisitor(ref))}`;
  if (output === undefined) {
    printResult(true, document, () => '');
    return say(`${found}.`);
  }
  saveFile(output, `${JSON.stringify(document, null, 2)}\n`, { force, otherwise: OTHERWISE });
  printResult(
    options.json,
    { path: output, sessions: count },
    () => `Saved ${found} to ${sanitiseLine(output)}.`,
  );
}
