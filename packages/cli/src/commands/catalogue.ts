import { accountEntries } from './account/entries';
import { callbackEntries } from './callbacks/entries';
import type { Entry } from './entry';
import { systemEntries } from './system/entries';
import { tenantEntries } from './tenant/entries';
import { toolEntries } from './tools/entries';
import { workspaceEntries } from './operators/entries';

/** Every command, in the order in which `--help` lists them. */
export const catalogue: readonly Entry[] = [
  ...accountEntries,
  ...tenantEntries,
  ...callbackEntries,
  ...workspaceEntries,
  ...systemEntries,
  ...toolEntries,
];
