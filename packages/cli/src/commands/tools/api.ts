import { EXIT, ExitError } from '../../errors';
import { createApi } from '../../relay/api';
import { RelayRefusal } from '../../relay/refusals';
import { resolveTarget, tokenFor, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { readJsonObject } from '../../terminal/request-body';

/** Options of `relayctl api`. */
export interface ApiOptions extends GlobalOptions {
  data?: string;
}

// Nothing in it may lead to another host, because the token goes along.
const ROUTE = /^\/?(?:api\/v1\/)?([a-z][a-z0-9/-]*(?:\?[^#\s]*)?)$/;

/** One call as it stands: prints the answer's `data`, also of a refusal. */
export async function api(options: ApiOptions, verb: string, path: string): Promise<void> {
  const method = verb.toUpperCase();
  if (method !== 'GET' && method !== 'POST') {
    throw new ExitError(EXIT.usage, 'The relay has GET and POST alone.');
  }
  const [, route] = ROUTE.exec(path) ?? [];
  if (route === undefined) {
    throw new ExitError(EXIT.usage, 'The path must be like /console/fetch/account.');
  }
  if (method === 'GET' && options.data !== undefined) {
    throw new ExitError(EXIT.usage, 'GET takes no --data: put it into the path, after a "?".');
  }
  const target = resolveTarget(options);
  const token = tokenFor(target);
  const relay = createApi({ url: target.url, ...(token !== undefined && { token }) });
  try {
    const body = options.data === undefined ? undefined : await readJsonObject(options.data);
    const data = await (method === 'GET' ? relay.get(route) : relay.post(route, body));
    printJson(data);
  } catch (error) {
    if (!(error instanceof RelayRefusal)) throw error;
    printJson(error.data);
    if (method === 'GET' || options.data !== undefined || !error.wantsBody) throw error;
    throw new ExitError(EXIT.usage, 'This call wants a body: give --data.', { cause: error });
  }
}

function printJson(data: unknown): void {
  printResult(true, data, () => '');
}
