import {
  VerificationError,
  verifySignedRequest,
  type ReplayStore,
  type SecretsLookup,
  type TenantResponses,
} from '@chat-relay/receiver-sdk';
import type { Request, Server, ServerAuthScheme } from '@hapi/hapi';
import type { Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import { parseJson, readBody } from '../platform/http/body';
import { API_PREFIX, routesFor } from '../platform/http/route';
import type { TenantDirectory } from '../tenants/directory';
import type { Tenant } from '../tenants/tenant';

/** A tenant's backend, authenticated by the signature of its request. */
export interface TenantPrincipal {
  tenant: Tenant;
}

export interface TenantSignatureOptions {
  liveSecrets: SecretsLookup;
  replayStore: ReplayStore;
  directory: Pick<TenantDirectory, 'find'>;
  maxBodyBytes: number;
  clock: Clock;
}

type RouteResponses = {
  [Op in keyof TenantResponses as `tenant/${Op}`]: TenantResponses[Op];
};

/** Makes routes for tenants' backends. */
export const tenantRoute = routesFor<TenantPrincipal, RouteResponses>('tenant');

const PATH_PREFIX = `${API_PREFIX}/tenant/`;

/**
 * Registers the signature scheme: HMAC#1 over the raw body, checked by the same code with which tenants verify our
 * callbacks. Neither path nor direction is signed, so the body must name its operation, and must not be one of our
 * events.
 */
export function registerTenantSignature(server: Server, options: TenantSignatureOptions): void {
  const scheme: ServerAuthScheme = () => ({
    // The body has not arrived yet. `payload` verifies it, and nothing is trusted before.
    authenticate: (_request, h) => h.authenticated({ credentials: {} }),
    payload: async (request, h) => {
      const body = await readBody(request, options.maxBodyBytes);
      const tenant = await verifiedTenant(request, body, options);
      if (tenant.status !== 'active') throw new AppError('tenant_suspended');
      request.auth.credentials = { tenant } satisfies TenantPrincipal as never; // hapi's own type is open
      // hapi declares `payload` read-only, because it parses the bodies of most routes itself.
      (request as { payload: unknown }).payload = readOperation(request, body);
      return h.continue;
    },
    options: { payload: true },
  });
  server.auth.scheme('tenant-signature', scheme);
  server.auth.strategy('tenant', 'tenant-signature');
}

async function verifiedTenant(
  request: Request,
  body: Buffer,
  { liveSecrets, replayStore, directory, clock }: TenantSignatureOptions,
): Promise<Tenant> {
  try {
    const { tenantId } = await verifySignedRequest({
      headers: request.raw.req.headers,
      body,
      secretsFor: liveSecrets,
      replayStore,
      nowMs: clock(),
    });
    const tenant = await directory.find(tenantId);
    if (!tenant) throw new VerificationError('unknown_tenant');
    return tenant;
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw new AppError('signature_invalid', {
      message: `The request signature is not valid: ${error.message}.`,
      cause: error,
    });
  }
}

function readOperation({ path }: Request, bytes: Buffer): unknown {
  const body = parseJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  // Refused: a request that was captured on another route, or one of our own callbacks that is sent back to us.
  const { op } = body as { op?: unknown };
  if (op !== path.slice(PATH_PREFIX.length) || Object.hasOwn(body, 'event')) {
    throw new AppError('signature_invalid', {
      message: 'The signed body is not for this route: "op" must be its path below /tenant/.',
    });
  }
  return body;
}
