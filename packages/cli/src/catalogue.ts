import { accountEntries } from './catalogue/account';
import { callbackEntries } from './catalogue/callbacks';
import type { Entry } from './catalogue/entry';
import { systemEntries } from './catalogue/system';
import { tenantEntries } from './catalogue/tenant';
import { toolEntries } from './catalogue/tools';
import { workspaceEntries } from './catalogue/workspace';

/** Every command, in the order in which `--help` lists them. */
export const catalogue: readonly Entry[] = [
  ...accountEntries,
  ...tenantEntries,
  ...callbackEntries,
  ...workspaceEntries,
  ...systemEntries,
  ...toolEntries,
];
