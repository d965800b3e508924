import { EXIT, ExitError } from '../errors';
import { readSecret } from '../terminal/prompt';

/** Options of the commands that sign or verify with a tenant's secret. */
export interface TenantSecretOptions {
  secretStdin?: boolean;
  /** The source of the body. */
  data?: string;
}

/**
 * Reads the secret from TENANT_SECRET, from stdin with `--secret-stdin`, or asks for it.
 * @throws {ExitError} 2 if stdin would be both the body and the secret
 */
export async function readTenantSecret({
  secretStdin,
  data,
}: TenantSecretOptions): Promise<string> {
  if (secretStdin && data === '-') {
    throw new ExitError(EXIT.usage, "Stdin can't be both: set TENANT_SECRET.");
  }
  return readSecret({
    variable: 'TENANT_SECRET',
    isFromStdin: secretStdin,
    question: "The tenant's secret: ",
    insteadUse: 'set TENANT_SECRET or give --secret-stdin',
  });
}
