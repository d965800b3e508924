// Forty tenants of one account whose backends answer 200 after 9.5 s, and what that does to the
// callbacks of another tenant, whose backend is quick. SECONDS=40 for each measurement.
import { setTimeout as wait } from 'node:timers/promises';
import { createVisitor, createWorld, type World } from '../../server/test/support/world';
import { isBackendsProcess, serveBackends, startBackends } from './slow-tenants/backends';
import { createQuickTenant, type QuickResult } from './slow-tenants/quick-tenant';
import { isLoadProcess, runLoad, serveLoad } from './support/ack-load';
import { runOnEachDatabase, type NewFigure } from './support/each-database';
import { percentile, type Figure } from './support/figures';
import { LIMITS_OFF } from './support/limits-off';
import { createRelayHome } from './support/relay-home';

const SECONDS = Number(process.env['SECONDS'] ?? 40);
const SLOW_TENANTS = 40;
const CONVERSATIONS = 8;
const ANSWER_AFTER_MS = 9_500;
/** Each conversation writes every ten seconds. */
const SLOW_MESSAGES_PER_S = (SLOW_TENANTS * CONVERSATIONS) / 10;
/** After this time every slow conversation has written, and the first answers have arrived. */
const RAMP_SECONDS = 20;

if (isLoadProcess()) serveLoad();
else if (isBackendsProcess()) serveBackends();
else await runOnEachDatabase('slow-tenants', measure);

async function measure(figure: NewFigure): Promise<Figure[]> {
  const order = { slow: SLOW_TENANTS, delayMs: ANSWER_AFTER_MS };
  const backends = await startBackends(import.meta.url, order);
  const home = await createRelayHome();
  const { url } = await home.startRelay(LIMITS_OFF);
  const bot = { kind: 'none' };
  const quickWorld = await createWorld(url, { bot, callback_url_base: backends.quickUrl });
  const tenant = await createQuickTenant(url, await tokensOf(url, quickWorld), backends);
  const tokens = await makeSlowTenants(url, backends.slowUrls);

  const alone = await tenant.measure(SECONDS);
  const load = runLoad(import.meta.url, {
    url,
    tokens,
    inFlight: 0,
    seconds: RAMP_SECONDS + SECONDS,
    perSecond: SLOW_MESSAGES_PER_S,
  });
  await wait(RAMP_SECONDS * 1000);
  const crowded = await tenant.measure(SECONDS);
  const { errors } = await load;

  const at = ({ latenciesMs }: QuickResult, share: number) => percentile(latenciesMs, share);
  return [
    figure('alone: ack to first byte, p50', at(alone, 0.5), 'ms'),
    figure('alone: ack to first byte, p99', at(alone, 0.99), 'ms'),
    figure(`with ${SLOW_TENANTS} slow tenants, p50`, at(crowded, 0.5), 'ms'),
    figure(`with ${SLOW_TENANTS} slow tenants, p99`, at(crowded, 0.99), 'ms', '<= 1000'),
    figure('callbacks measured', crowded.latenciesMs.length, 'callbacks'),
    figure('callbacks missing', alone.missing + crowded.missing, 'callbacks', '0'),
    figure('slow tenants’ messages refused', errors, 'messages', '0'),
  ];
}

/** Creates slow tenants of one account. Returns tokens of their visitors. */
async function makeSlowTenants(url: string, backends: readonly string[]): Promise<string[]> {
  const world = await createWorld(url, { bot: { kind: 'none' } });
  const tokens: string[] = [];
  for (const [index, backend] of backends.entries()) {
    const created = await world.owner.post<{
      tenant: { tenant_id: string; widget_public_key: string };
    }>('/console/create/tenant', {
      workspace_id: world.workspaceId,
      tenant_name: `Slow ${index}`,
      allowed_origins: [world.origin],
      answer: false,
      bot: { kind: 'none' },
      callback_url_base: backend,
    });
    if (created.status !== 201) throw new Error(`create/tenant gave ${created.status}`);
    const { tenant_id: tenantId, widget_public_key: widgetKey } = created.data.tenant;
    tokens.push(...(await tokensOf(url, { ...world, tenantId, widgetKey })));
  }
  return tokens;
}

function tokensOf(url: string, world: World): Promise<string[]> {
  return Promise.all(
    Array.from({ length: CONVERSATIONS }, async () => (await createVisitor(url, world)).token),
  );
}
