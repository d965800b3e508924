import {
  createTestCallback,
  EVENT_NAMES,
  signCallback,
  type EventName,
} from '@chat-relay/receiver-sdk';
import { EXIT, ExitError } from '../../errors';
import { callReceiver, isTaken, receiverAddress } from '../../receiver/receiver-call';
import { findTenant } from '../../relay/tenants';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { namedTenantId } from '../../session/named-tenant';
import { readTenantSecret, type TenantSecretOptions } from '../../session/tenant-secret';
import { printResult, say } from '../../terminal/output';
import { readJsonObject } from '../../terminal/request-body';
import { sanitise } from '../../terminal/sanitise';

export interface TriggerOptions extends GlobalOptions, TenantSecretOptions {
  to?: string;
  tenant?: string;
}

/** The part of a response that is shown; the relay stores as much. */
const SHOWN_CHARS = 4096;

/**
 * Sends a realistic, signed event from this machine to `--to`, otherwise to the tenant's callback address.
 * @throws {ExitError} 4 if the response is no 2xx, 5 if there is none
 */
export async function triggerCallback(options: TriggerOptions, event: string): Promise<void> {
  if (!isEventName(event)) {
    throw new ExitError(EXIT.usage, `Unknown event. The events are ${EVENT_NAMES.join(', ')}.`);
  }
  const changes = options.data === undefined ? {} : await readJsonObject(options.data);
  const { base, tenantId } = await destinationOf(options);
  const secret = await readTenantSecret(options);
  const made = { ...createTestCallback(event), ...(tenantId && { tenant_id: tenantId }) };
  const body = { ...made, ...changes };
  const signed = signCallback({ secret, event: body, tenantId: tenantId ?? made.tenant_id });
  const url = base + signed.path;

  const answered = await callReceiver(url, signed);
  if (answered.status === null) {
    const message = `${base} does not answer: ${answered.reason}. Does the receiver run?`;
    throw new ExitError(EXIT.unreachable, message);
  }
  const { status, text, durationMs } = answered;
  const answer = text.slice(0, SHOWN_CHARS);
  printResult(
    options.json,
    { url, event: body, status, duration_ms: durationMs, answer },
    () => `${status} in ${durationMs} ms\n${sanitise(answer)}`,
  );
  if (status === 401) {
    throw new ExitError(
      EXIT.refused,
      'The receiver refused the event. Does it have this secret for this tenant (--tenant)?',
    );
  }
  if (!isTaken(answered)) {
    throw new ExitError(EXIT.refused, 'The receiver refused the event. See its own log.');
  }
  if (!isAcknowledgement(text)) say('Delivered, but the answer should be {"received": true}.');
}

function isEventName(text: string): text is EventName {
  return (EVENT_NAMES as readonly string[]).includes(text);
}

/** Returns the address and the tenant. A login is needed only if the relay must be asked for one of them. */
async function destinationOf(
  options: TriggerOptions,
): Promise<{ base: string; tenantId: string | undefined }> {
  const { tenant } = options;
  const to = options.to === undefined ? undefined : receiverAddress(options.to, '--to');
  if (to !== undefined) {
    return { base: to, tenantId: tenant && (await namedTenantId(options, tenant)) };
  }
  if (tenant === undefined) {
    throw new ExitError(EXIT.usage, 'No address given. Use --to with an address, or --tenant.');
  }
  const found = await findTenant(requireLogin(options).api, tenant);
  const base = found.callback_url_base?.replace(/(?<!\/)\/+$/, '');
  if (base !== undefined) return { base, tenantId: found.tenant_id };
  throw new ExitError(EXIT.refused, 'The tenant has no callback address. Use --to.');
}

function isAcknowledgement(text: string): boolean {
  try {
    return (JSON.parse(text) as { received?: unknown } | null)?.received === true;
  } catch {
    return false;
  }
}
