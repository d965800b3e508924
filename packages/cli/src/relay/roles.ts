import { EXIT, ExitError } from '../errors';

/** What a member may be in a workspace, from the most to the least. */
export const ROLES = ['owner', 'admin', 'operator'] as const;

/** @throws {ExitError} 2 when there is no such role */
export function assertRole(text: string): void {
  if ((ROLES as readonly string[]).includes(text)) return;
  throw new ExitError(EXIT.usage, `There is no such role: a member is ${ROLES.join(', ')}.`);
}
