import { signedHeaders } from '@chat-relay/receiver-sdk';
import { EXIT, ExitError } from '../../errors';
import type { GlobalOptions } from '../../session/context';
import { readTenantSecret, type TenantSecretOptions } from '../../session/tenant-secret';
import { printResult } from '../../terminal/output';
import { isId } from '../../terminal/pick-one';
import { readBytes } from '../../terminal/request-body';

/** Options of `relayctl callbacks sign`. */
export interface SignOptions extends GlobalOptions, TenantSecretOptions {
  data: string;
  tenant?: string;
}

/** Prints the three headers that sign a body, in the format of `curl -H @file`. Works without a relay. */
export async function signBody(options: SignOptions): Promise<void> {
  const body = await readBytes(options.data);
  const tenantId = options.tenant ?? tenantOf(body);
  if (tenantId === undefined || !isId(tenantId)) {
    throw new ExitError(
      EXIT.usage,
      "The body has no tenant_id. Give the tenant's id with --tenant.",
    );
  }
  const secret = await readTenantSecret(options);
  const headers = signedHeaders({
    tenantId: tenantId.toLowerCase(),
    secret,
    timestampMs: Date.now(),
    body,
  });
  printResult(options.json, { headers }, () =>
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  );
}

function tenantOf(body: Buffer): string | undefined {
  try {
    const event = JSON.parse(body.toString('utf8')) as { tenant_id?: unknown } | null;
    return typeof event?.tenant_id === 'string' ? event.tenant_id : undefined;
  } catch {
    return undefined; // any bytes can be signed
  }
}
