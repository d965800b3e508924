import { EXIT, ExitError } from '../../errors';
import { createApi } from '../../relay/api';
import { RelayRefusalError } from '../../relay/refusals';
import { resolveTarget, tokenFor, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { readJsonObject } from '../../terminal/request-body';

export interface ApiOptions extends GlobalOptions {
  data?: string;
}

// The path must not lead to another host, because the token is sent with it.
const ROUTE = /^\/?(?:api\/v1\/)?([a-z][a-z0-9/-]*(?:\?[^#\s]*)?)$/;

/** Makes one call and prints the response's `data`, for an error as well. */
export async function api(options: ApiOptions, verb: string, path: string): Promise<void> {
  const method = verb.toUpperCase();
  if (method !== 'GET' && method !== 'POST') {
    throw new ExitError(EXIT.usage, 'The method must be GET or POST.');
  }
  const [, route] = ROUTE.exec(path) ?? [];
  if (route === undefined) {
    throw new ExitError(EXIT.usage, 'The path must be like /console/fetch/account.');
  }
  if (method === 'GET' && options.data !== undefined) {
    throw new ExitError(
      EXIT.usage,
      'GET takes no --data. Put parameters into the path, after a "?".',
    );
  }
  const target = resolveTarget(options);
  const token = tokenFor(target);
  const relay = createApi({ url: target.url, ...(token !== undefined && { token }) });
  try {
    const body = options.data === undefined ? undefined : await readJsonObject(options.data);
    printJson(await relay.call(method === 'GET' ? 'get' : 'post', route, body));
  } catch (error) {
    if (!(error instanceof RelayRefusalError)) throw error;
    printJson(error.data);
    if (method === 'GET' || options.data !== undefined || !error.wantsBody) throw error;
    throw new ExitError(EXIT.usage, 'This call needs a body. Give --data.', { cause: error });
  }
}

function printJson(data: unknown): void {
  printResult(true, data, () => '');
}
