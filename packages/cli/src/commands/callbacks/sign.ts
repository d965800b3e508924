import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { EXIT, ExitError } from '../../errors';
import type { GlobalOptions } from '../../session/context';
import { namedTenantId } from '../../session/named-tenant';
import { readTenantSecret, type TenantSecretOptions } from '../../session/tenant-secret';
import { printResult } from '../../terminal/output';
import { isId } from '../../terminal/pick-one';
import { readBytes } from '../../terminal/request-body';

export interface SignOptions extends GlobalOptions, TenantSecretOptions {
  data: string;
  tenant?: string;
}

/** Prints the three headers that sign a body, in the format of `curl -H @file`. Works without a relay. */
export async function signBody(options: SignOptions): Promise<void> {
  const body = await readBytes(options.data);
  const wanted = options.tenant ?? tenantOf(body);
  if (wanted === undefined) {
    throw new ExitError(EXIT.usage, 'The body has no tenant_id. Give --tenant.');
  }
  const tenantId = await namedTenantId(options, wanted);
  const secret = await readTenantSecret(options);
  const headers = signedHeaders({
    tenantId,
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
    const id = event?.tenant_id;
    return typeof id === 'string' && isId(id) ? id : undefined;
  } catch {
    return undefined; // any bytes can be signed
  }
}
