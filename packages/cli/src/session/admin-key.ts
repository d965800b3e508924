import { createApi, type Api } from '../relay/api';
import { say } from '../terminal/output';
import { readSecret } from '../terminal/prompt';
import { isExposed, resolveTarget, type GlobalOptions } from './context';

/** The break-glass routes, which need the relay's admin key and no login. */
export interface BreakGlass {
  url: string;
  post: Api['post'];
}

/** Asks for the admin key, unless RELAY_ADMIN_KEY has it. */
export async function openBreakGlass(options: GlobalOptions): Promise<BreakGlass> {
  const { url } = resolveTarget(options);
  if (isExposed(url)) {
    say(`Warning: ${url} is not encrypted. Others on the network can read the admin key.`);
  }
  const adminKey = await readSecret({
    variable: 'RELAY_ADMIN_KEY',
    question: 'Admin key: ',
    insteadUse: 'set RELAY_ADMIN_KEY',
  });
  const api = createApi({ url });
  return {
    url,
    post: (route, body, request) =>
      api.post(route, body, {
        ...request,
        headers: { ...request?.headers, 'x-admin-key': adminKey },
      }),
  };
}
