import { checksOfTest, type TestReport } from '../../doctor/callback-checks';
import { checkLines } from '../../doctor/check-lines';
import {
  clockCheck,
  companionChecks,
  databaseCheck,
  masterKeyChecks,
  versionCheck,
  type Check,
} from '../../doctor/diagnosis';
import { EXIT, ExitError } from '../../errors';
import type { Account } from '@chat-relay/console/desk/relay/account';
import { createApi, type Api } from '../../relay/api';
import { probe, readText, type Probe } from '../../relay/probe';
import { RelayRefusal } from '../../relay/refusals';
import { ownTenants, type Tenant } from '../../relay/tenants';
import { resolveTarget, tokenFor, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { pause } from '@chat-relay/console/desk/relay/pause';

/** How often to ask again while what the relay depends on has not answered yet. */
const UNKNOWN_TRIES = 10;
const UNKNOWN_TRY_MS = 1_000;
/** More lines than anyone reads, and each is a request to a tenant's backend. */
const MOST_TENANTS = 10;

/**
 * Checks a relay from here: one line for each check, with advice if it failed.
 * @throws {ExitError} 1 when a check failed, 5 when the relay can't be reached
 */
export async function doctor(options: GlobalOptions): Promise<void> {
  const target = resolveTarget(options);
  const { url } = target;
  const alive = await probe(url, 'healthz');
  const version = versionCheck(await probe(url, 'openapi.json'), __VERSION__);
  const readiness = await probeUntilKnown(url);
  const checks: Check[] = [
    { name: 'reachable', isWell: true, message: `${url} answers in ${alive.tookMs} ms` },
    clockCheck(alive),
    version,
    databaseCheck(readiness),
    ...companionChecks(readiness),
    ...masterKeyChecks(await readText(url, 'metrics')),
    ...(await loginChecks(url, tokenFor(target))),
  ];
  printResult(options.json, { url, checks: checks.map(checkView) }, () => checkLines(checks));
  const ill = new Set(checks.filter(({ isWell }) => !isWell).map(({ name }) => name));
  if (ill.size > 0) throw new ExitError(EXIT.failed, `Failed checks: ${[...ill].join(', ')}.`);
}

function checkView({ name, isWell, message }: Check): object {
  return { name, ok: isWell, message };
}

/** The relay asks its mail server and its storage of files on demand, and answers without waiting for them. */
async function probeUntilKnown(url: string): Promise<Probe> {
  let readiness = await probe(url, 'readyz');
  const isUnknown = () => Object.values(readiness.body).includes('unknown');
  for (let tries = 1; isUnknown() && tries < UNKNOWN_TRIES; tries++) {
    await pause(UNKNOWN_TRY_MS);
    readiness = await probe(url, 'readyz');
  }
  return readiness;
}

async function loginChecks(url: string, token: string | undefined): Promise<Check[]> {
  const name = 'login';
  if (token === undefined) {
    const message = 'no login here, so callbacks are not tested; sign in with relayctl login';
    return [{ name, isWell: true, message }];
  }
  try {
    const api = createApi({ url, token });
    const { account } = await api.get<{ account: Account }>('console/fetch/account');
    return [{ name, isWell: true, message: account.email }, ...(await callbackChecks(api))];
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    return [{ name, isWell: false, message: error.message }];
  }
}

/** Has the relay send a test event to each of the account's tenants. */
async function callbackChecks(api: Api): Promise<Check[]> {
  const name = 'callbacks';
  const tenants = (await ownTenants(api)).filter(
    ({ callback_url_base, status }) => callback_url_base !== null && status === 'active',
  );
  const checks = await Promise.all(
    tenants.slice(0, MOST_TENANTS).map((tenant) => callbackCheck(api, tenant)),
  );
  const known = checks.filter((check) => check !== null);
  if (known.length === 0) {
    const message =
      tenants.length === 0
        ? 'none of your active tenants has a callback address'
        : 'not tested: your role does not allow it; ask an owner or an admin of the workspace';
    return [{ name, isWell: true, message }];
  }
  const untried = tenants.length - MOST_TENANTS;
  if (untried <= 0) return known;
  const message = `${untried} more tenants were not tested; use relayctl callbacks test`;
  return [...known, { name, isWell: true, message }];
}

/** Null for a tenant whose callbacks the account may not test. */
async function callbackCheck(api: Api, { tenant_id, tenant_name }: Tenant): Promise<Check | null> {
  const name = 'callbacks';
  try {
    const { test } = await api.post<{ test: TestReport }>('console/test/callback', { tenant_id });
    const ill = checksOfTest(test).filter(({ isWell }) => !isWell);
    const seen = `${test.outcome} in ${test.duration_ms} ms, ${test.url}`;
    const message = [...ill.map((each) => each.message), ...(ill.length > 0 ? [] : [seen])];
    return { name, isWell: ill.length === 0, message: `${tenant_name}: ${message.join('; ')}` };
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error;
    if (error.code === 'insufficient_role') return null;
    return { name, isWell: false, message: `${tenant_name}: ${error.message}` };
  }
}
