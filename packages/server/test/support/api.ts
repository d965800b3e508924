/** Response of an API call, whatever its status. */
export interface Answer<Data = object> {
  status: number;
  data: Data & { code?: string };
  headers: Headers;
}

export interface Api {
  get<Data = object>(path: string): Promise<Answer<Data>>;
  post<Data = object>(path: string, body?: unknown): Promise<Answer<Data>>;
}

/** The relay's HTTP API below its prefix. */
export function apiOf(url: string, token?: string, headers: Record<string, string> = {}): Api {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as { data: never };
    return { status: response.status, data: envelope.data, headers: response.headers };
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  };
}
