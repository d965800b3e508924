import type { Account } from '@chat-relay/console/desk/relay/account';
import { pause } from '@chat-relay/console/desk/relay/pause';
import { checksOfTest, type TestReport } from '../../doctor/callback-checks';
import { checkLines, failedNames } from '../../doctor/check-lines';
import {
  clockCheck,
  companionChecks,
  databaseCheck,
  masterKeyChecks,
  readinessIn,
  SIGN_IN,
  unchecked,
  versionCheck,
  versionIn,
  type Check,
  type Readiness,
} from '../../doctor/diagnosis';
import {
  addressCheck,
  diskChecks,
  MADE_UP_ADDRESS,
  type NodeStatus,
} from '../../doctor/node-checks';
import { reach } from '../../doctor/reach';
import { EXIT, ExitError } from '../../errors';
import { createApi, type Api } from '../../relay/api';
import { probe, type Probe } from '../../relay/probe';
import { RelayRefusal } from '../../relay/refusals';
import { ownTenants, type Tenant } from '../../relay/tenants';
import { resolveTarget, tokenFor, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';

/** How often to ask again while what the relay depends on has not answered yet. */
const UNKNOWN_TRIES = 10;
const UNKNOWN_TRY_MS = 1_000;
/** More lines than anyone reads, and each is a request to a tenant's backend. */
const MOST_TENANTS = 10;
const NODE_STATUS = 'console/system/fetch/node-status';

/**
 * Checks a relay from here: one line for each check, with advice if it failed. What can still be checked after a
 * failure is checked.
 * @throws {ExitError} 1 when a check failed, 5 when other commands can't reach the relay
 */
export async function doctor(options: GlobalOptions): Promise<void> {
  const target = resolveTarget(options);
  const { url } = target;
  const { checks: way, answer, isUsable } = await reach(url);
  const token = tokenFor(target);
  const login = isUsable ? await signIn(url, token) : loginUntried(token);
  const relay = answer
    ? await relayChecks(url, answer, login)
    : [unchecked('the relay', 'not checked: nothing answers there')];
  const checks = [...way, ...relay, login.check];
  if (login.api) checks.push(...(await callbackChecks(login.api)));
  printResult(options.json, { url, checks: checks.map(checkView) }, () => checkLines(checks));
  const ill = failedNames(checks);
  if (ill.length === 0) return;
  const exitCode = isUsable ? EXIT.failed : EXIT.unreachable;
  throw new ExitError(exitCode, `Failed checks: ${ill.join(', ')}.`);
}

function checkView({ name, isWell, message }: Check): object {
  return { name, ok: isWell, message };
}

/** A login, if it is good: with the state of the node that answers, for super-admins. */
interface Login {
  check: Check;
  api?: Api;
  isSystem?: boolean;
}

async function signIn(url: string, token: string | undefined): Promise<Login> {
  const name = 'login';
  if (token === undefined) {
    const message = 'none here, so callbacks are not tested; sign in with relayctl login';
    return { check: unchecked(name, message) };
  }
  try {
    const api = createApi({ url, token });
    const { account } = await api.get<{ account: Account }>('console/fetch/account');
    const check = { name, isWell: true, message: account.email };
    return { check, api, isSystem: account.is_system };
  } catch (error) {
    if (!(error instanceof ExitError)) throw error;
    return { check: { name, isWell: false, message: error.message } };
  }
}

/** A token is sent only to a relay that is certainly the right one. */
function loginUntried(token: string | undefined): Login {
  const message =
    token === undefined ? 'none here' : 'not checked: the relay is not reached safely';
  return { check: unchecked('login', message) };
}

/** Everything about the relay itself. What a proxy hides is asked for as a super-admin. */
async function relayChecks(url: string, answer: Probe, login: Login): Promise<Check[]> {
  const readNode = () => nodeStatus(login);
  const node = await readNode();
  const readiness =
    (await untilKnown(async () => readinessIn(await probe(url, 'readyz')))) ??
    (node && (await untilKnown(async () => (await readNode())?.readiness ?? null)));
  const described = versionIn((await probe(url, 'openapi.json')).body);
  const metrics = await probe(url, 'metrics');
  const clockAheadS = node
    ? Math.round((Date.parse(node.now) - Date.now()) / 1000)
    : answer.clockAheadS;
  const services = readiness
    ? [databaseCheck(readiness), ...companionChecks(readiness)]
    : [unchecked('services', `not checked: a proxy hides /readyz; ${SIGN_IN}`)];
  return [
    clockCheck({ clockAheadS }),
    versionCheck(described ?? node?.version ?? null, __VERSION__),
    ...services,
    ...masterKeyChecks(metrics.status === 200 ? metrics.text : null),
    ...(await nodeChecks(url, node, login)),
  ];
}

async function nodeChecks(url: string, node: NodeStatus | null, { api }: Login): Promise<Check[]> {
  if (!node || !api) {
    const message = "not checked: a super-admin's login shows them";
    return [unchecked('disk', message), unchecked('addresses', message)];
  }
  const headers = { 'x-forwarded-for': MADE_UP_ADDRESS };
  const claiming = await api.get<NodeStatus>(NODE_STATUS, { headers });
  return [...diskChecks(node), addressCheck(url, node.caller, claiming.caller)];
}

/** Null without a super-admin's login, and of a relay that doesn't have the route yet. */
async function nodeStatus({ api, isSystem }: Login): Promise<NodeStatus | null> {
  if (!api || !isSystem) return null;
  try {
    return await api.get<NodeStatus>(NODE_STATUS);
  } catch (error) {
    if (error instanceof RelayRefusal) return null;
    throw error;
  }
}

/** The relay asks its mail server and its storage of files on demand, and answers without waiting for them. */
async function untilKnown(read: () => Promise<Readiness | null>): Promise<Readiness | null> {
  for (let tries = 1; ; tries++) {
    const readiness = await read();
    const isKnown = !readiness || !Object.values(readiness).includes('unknown');
    if (isKnown || tries === UNKNOWN_TRIES) return readiness;
    await pause(UNKNOWN_TRY_MS);
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
    return [unchecked(name, message)];
  }
  const untried = tenants.length - MOST_TENANTS;
  if (untried <= 0) return known;
  const message = `${untried} more tenants were not tested; use relayctl callbacks test`;
  return [...known, unchecked(name, message)];
}

/** Null for a tenant whose callbacks the account may not test. */
async function callbackCheck(api: Api, { tenant_id, tenant_name }: Tenant): Promise<Check | null> {
  const name = 'callbacks';
  try {
    const { test } = await api.post<{ test: TestReport }>('console/test/callback', { tenant_id });
    const ill = checksOfTest(test).filter(({ isWell }) => isWell === false);
    const seen = `answered ${test.status} in ${test.duration_ms} ms, ${test.url}`;
    const message = [...ill.map((each) => each.message), ...(ill.length > 0 ? [] : [seen])];
    return { name, isWell: ill.length === 0, message: `${tenant_name}: ${message.join('; ')}` };
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error;
    if (error.code === 'insufficient_role') return null;
    return { name, isWell: false, message: `${tenant_name}: ${error.message}` };
  }
}
