import { explainRefusal } from '../../relay/refusals';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult, say } from '../../terminal/output';
import { sanitiseLine } from '../../terminal/sanitise';
import { assertNothingThere, saveFile } from '../../terminal/save-file';
import { describeVisitor, NO_SESSION, visitorOf, type VisitorOptions } from './visitor';

/** Options of `relayctl visitor export`. */
export interface ExportOptions extends GlobalOptions, VisitorOptions {
  output?: string;
  force?: boolean;
}

const OTHERWISE = 'give another name with -o, or --force to replace it';

/** Everything that is stored about a visitor, as JSON in a file or on stdout. */
export async function exportVisitor(options: ExportOptions): Promise<void> {
  const ref = visitorOf(options);
  const { output, force } = options;
  const { api } = requireLogin(options);
  const { tenant_id } = await chooseTenant(api, options.tenant);
  // The relay records each export.
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
