const NAME = '__Host-relay_console';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';
/** How long a browser keeps the cookie of a remembered session: as long as its token is valid. */
const REMEMBERED_S = 604_800;

/**
 * The token in the console's cookie; null where there is none, or two: one of them is another
 * program's. Other cookies are never looked at.
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

/** As the server itself hands a session over. */
export function sessionCookie(token: string): string {
  return `${NAME}=${token}`;
}

/** The `Set-Cookie` of a new session; not a remembered one's ends with the browser. */
export function setSessionCookie(token: string, isRemembered: boolean): string {
  return `${NAME}=${token}; ${ATTRIBUTES}${isRemembered ? `; Max-Age=${REMEMBERED_S}` : ''}`;
}

export const CLEAR_SESSION_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;
