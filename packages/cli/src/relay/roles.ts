import { EXIT, ExitError } from '../errors';

/** The roles of members, from the most rights to the fewest. */
export const ROLES = ['owner', 'admin', 'operator'] as const;

/** @throws {ExitError} 2 if there is no such role */
export function assertRole(text: string): void {
  if ((ROLES as readonly string[]).includes(text)) return;
  throw new ExitError(EXIT.usage, `Unknown role. The roles are ${ROLES.join(', ')}.`);
}
