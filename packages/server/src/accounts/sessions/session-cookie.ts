const NAME = '__Host-relay_console';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
/** In s. The lifetime of a remembered session's cookie: as long as its token is valid. */
const REMEMBERED_S = 604_800;

/**
 * Returns the token in the console's cookie; null if there is none, or if there are two, of which one belongs to
 * another program. Other cookies are not parsed.
 */
export function readSessionCookie(header: string | undefined): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`))
    .map((pair) => pair.slice(NAME.length + 1));
  const [value] = values;
  return values.length === 1 && value ? value : null;
}

/** A `Cookie` header with a session's token, for programs that pass a session on. */
export function sessionCookie(token: string): string {
  return `${NAME}=${token}`;
}

/** Makes the `Set-Cookie` of a new session. Unless it is remembered, it ends with the browser. */
export function setSessionCookie(token: string, isRemembered: boolean): string {
  return `${NAME}=${token}; ${ATTRIBUTES}${isRemembered ? `; Max-Age=${REMEMBERED_S}` : ''}`;
}

export const CLEAR_SESSION_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
