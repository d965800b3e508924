import { randomBytes } from 'node:crypto';
import { endOfLogMs } from '../../listener/log-reader';
import {
  lockPosition,
  positionFile,
  readPosition,
  writePosition,
  type Position,
} from '../../listener/position';
import { jsonReport, textReport, type Beginning, type Report } from '../../listener/report';
import { forwardLog } from '../../listener/run';
import { receiverAddress } from '../../receiver/receiver-call';
import type { Tenant } from '@chat-relay/server/wire/tenants';
import { chooseTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions, type SignedIn } from '../../session/context';
import { say } from '../../terminal/output';

export interface ListenOptions extends GlobalOptions {
  forwardTo: string;
  tenant?: string;
  /** ISO 8601 UTC. */
  since?: string;
  afresh?: boolean;
}

/**
 * Forwards every callback of a tenant to a receiver that the relay can't reach, such as one on this machine, until it
 * is interrupted. It signs with a secret of its own. Each callback is delivered at least once, in the order of its
 * conversation. The position is stored, and the next run continues there.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const base = receiverAddress(options.forwardTo, '--forward-to');
  const login = requireLogin(options);
  const tenant = await chooseTenant(login.api, options.tenant);
  const file = positionFile(login.profileName, tenant.tenant_id);
  const unlock = lockPosition(file);
  try {
    const report = options.json ? jsonReport() : textReport();
    const { position, from } = await begin(login, tenant, file, options);
    const secret = secretOf(position, report);
    writePosition(file, position);
    if (tenant.callback_url_base === null) {
      say(
        'Warning: a tenant without a callback address has no callbacks. ' +
          `Set one: relayctl tenant update ${tenant.tenant_id} --callback-url <url>`,
      );
    }
    await forwardLog({ api: login.api, tenant, base, file, position, from, secret, report });
  } finally {
    unlock();
  }
}

async function begin(
  { api }: SignedIn,
  { tenant_id }: Tenant,
  file: string,
  { since, afresh }: ListenOptions,
): Promise<{ position: Position; from: Beginning }> {
  const last = readPosition(file);
  if (last && !afresh) {
    if (since !== undefined) {
      say(
        '--since is ignored: this run continues where the last one stopped. Add --afresh to start at --since.',
      );
    }
    return { position: last, from: 'last run' };
  }
  const sinceMs = since === undefined ? await endOfLogMs(api, tenant_id) : Date.parse(since);
  const secret = last?.secret ?? null;
  const position = { sinceMs, forwarded: new Set<string>(), secret };
  return { position, from: since === undefined ? 'now' : 'since' };
}

/** Returns RELAY_LOCAL_SECRET, else the stored secret, else a new one. */
function secretOf(position: Position, report: Report): string {
  const given = process.env['RELAY_LOCAL_SECRET'];
  if (given) return given;
  if (position.secret !== null) return position.secret;
  const made = `ts_${randomBytes(32).toString('base64url')}`;
  position.secret = made;
  report.secret(made);
  return made;
}
