/** @returns the address of a relay in the form that is stored and compared, or what is wrong with it */
export function relayAddress(given: string): { url: string } | { problem: string } {
  if (!/^https?:\/\//i.test(given.trim()) || !URL.canParse(given)) {
    return { problem: 'must be an address like https://relay.example' };
  }
  const { username, password, search, hash, origin, pathname } = new URL(given);
  if (`${username}${password}${search}${hash}` !== '') {
    return { problem: 'must be an address without a user name, a query or a fragment' };
  }
  return { url: `${origin}${pathname}`.replace(/(?<!\/)\/+$/, '') };
}
