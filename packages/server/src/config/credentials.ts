const SPECIAL = '%25 for %, %23 for #, %2F for /, %3F for ?, %40 for @';
const ADVICE = `percent-encode the password: ${SPECIAL}`;

/**
 * A password that is not percent-encoded may end where the host begins: then the client connects to another host, or
 * signs in with another password. @returns what is wrong, without a part of the address
 */
export function credentialsProblem(given: string): string | null {
  const start = given.indexOf('//') + 2;
  const length = given.slice(start).search(/[/?#]/);
  const end = length < 0 ? given.length : start + length;
  const [authority, rest] = [given.slice(start, end), given.slice(end)];
  const credentials = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  if (credentials.includes('@') || rest.includes('@')) {
    return `has a character in its password that separates the parts of an address: ${ADVICE}`;
  }
  return isDecodable(credentials) ? null : `has a % that begins no code: ${ADVICE}`;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
