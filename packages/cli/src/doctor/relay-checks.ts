import { pause } from '@chat-relay/desk/relay/pause';
import type { NodeStatus } from '@chat-relay/server/wire/system';
import { ExitError } from '../errors';
import type { Api } from '../relay/api';
import { probe, type Probe } from '../relay/probe';
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
} from './diagnosis';
import { addressCheck, diskChecks, MADE_UP_ADDRESS } from './node-checks';

/** The number of tries while the relay does not know yet whether a service works. */
const UNKNOWN_TRIES = 10;
const UNKNOWN_TRY_MS = 1_000;
const NODE_STATUS = 'console/system/fetch/node-status';

/** The result of trying the login; for super-admins, with the state of the node that responds. */
export interface Login {
  check: Check;
  api?: Api;
  isSystem?: boolean;
}

/** Checks the relay itself. A super-admin's login is used for what a proxy hides. */
export async function relayChecks(url: string, answer: Probe, login: Login): Promise<Check[]> {
  const node = await nodeStatus(login);
  const description = await look(url, 'openapi.json');
  const metrics = await look(url, 'metrics');
  const clockAheadS = node
    ? Math.round((Date.parse(node.now) - Date.now()) / 1000)
    : answer.clockAheadS;
  return [
    clockCheck({ clockAheadS }),
    versionCheck(versionIn(description?.body ?? {}) ?? node?.version ?? null, __VERSION__),
    ...(await serviceChecks(url, login)),
    ...masterKeyChecks(metrics?.status === 200 ? metrics.text : null),
    ...(await nodeChecks(url, node, login)),
  ];
}

async function serviceChecks(url: string, login: Login): Promise<Check[]> {
  const readiness = await untilKnown(async () => {
    const seen = await look(url, 'readyz');
    return (seen && readinessIn(seen)) ?? (await nodeStatus(login))?.readiness ?? null;
  });
  if (readiness) return [databaseCheck(readiness), ...companionChecks(readiness)];
  return [unchecked('services', `not checked: a proxy hides /readyz; ${SIGN_IN}`)];
}

async function nodeChecks(url: string, node: NodeStatus | null, login: Login): Promise<Check[]> {
  const claiming = node && (await nodeStatus(login, { 'x-forwarded-for': MADE_UP_ADDRESS }));
  if (node && claiming)
    return [...diskChecks(node), addressCheck(url, node.caller, claiming.caller)];
  const message = "not checked: a super-admin's login shows them";
  return [unchecked('disk', message), unchecked('addresses', message)];
}

/** Reads the node's state; null without a super-admin's login, or if the relay lacks the route or fails. */
function nodeStatus(
  { api, isSystem }: Login,
  headers: Record<string, string> = {},
): Promise<NodeStatus | null> {
  if (!api || !isSystem) return Promise.resolve(null);
  return orNull(api.get(NODE_STATUS, { headers }));
}

/** Calls a path; null if nothing responds, so that the other checks are still made. */
function look(url: string, path: string): Promise<Probe | null> {
  return orNull(probe(url, path));
}

async function orNull<Value>(call: Promise<Value>): Promise<Value | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ExitError) return null;
    throw error;
  }
}

/** Asks until the state of mail and file storage is known: the relay checks them on demand, and responds meanwhile. */
async function untilKnown(read: () => Promise<Readiness | null>): Promise<Readiness | null> {
  for (let tries = 1; ; tries++) {
    const readiness = await read();
    const isKnown = !readiness || !Object.values(readiness).includes('unknown');
    if (isKnown || tries === UNKNOWN_TRIES) return readiness;
    await pause(UNKNOWN_TRY_MS);
  }
}
