const CALLBACK_PATH = /^[^?#]*\/chat-callbacks\/[^/?#]+(?:[?#]|$)/;

/** The path below a tenant's `callback_url_base`; the event's name follows. */
export const CALLBACKS_PATH = '/api/v1/chat-callbacks';

export function isCallback(method: string | undefined, url: string | undefined): boolean {
  return method === 'POST' && url !== undefined && CALLBACK_PATH.test(url);
}

/** The body of a 404, for adapters without a next handler. */
export const NOT_A_CALLBACK = {
  received: false,
  error: { code: 'not_found', message: 'not the address of a callback' },
} as const;
