import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import type { Config } from './config';
import type { Environment } from './read-settings';
import { ROWS, VARIABLES } from './variables';

/** One line for each setting that works but is probably a mistake. */
export function configWarnings(env: Environment, config: Config): string[] {
  const warnings = Object.entries(env)
    .filter(([name, value]) => isUnknown(name, value ?? ''))
    .map(([name]) => `${name}: unknown setting, ignored`);
  if (config.isLocal && config.masterKeys && existsSync(join(config.dataDir, 'master.key'))) {
    warnings.push('MASTER_KEY: is set, so master.key in DATA_DIR is ignored');
  }
  const { protocol, hostname } = new URL(config.baseUrl);
  if (!config.isLocal && protocol === 'http:' && isPublicHost(hostname)) {
    warnings.push('BASE_URL: tokens and codes would cross the network unencrypted: use https://');
  }
  return warnings;
}

/** First words that other programs' variables begin with, too: for these, the second word must match as well. */
const COMMON_WORDS = ['ALLOW', 'BASE', 'DATA', 'LOG', 'SYSTEM'];
/** Variables that Docker and Kubernetes set for a service of that name. */
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_|$)|_PORT_\d+_(TCP|UDP|SCTP)(_|$)/;

const PREFIXES = new Set(ROWS.flatMap(([name]) => prefixOf(name) ?? []));

/**
 * `SMTP_` of `SMTP_URL`, `SYSTEM_ADMIN_` of `SYSTEM_ADMIN_EMAIL`; null if the prefix is not typical of ours.
 */
function prefixOf(name: string): string | null {
  const words = name.split('_');
  const count = COMMON_WORDS.includes(words[0] ?? '') ? 2 : 1;
  return words.length > count ? `${words.slice(0, count).join('_')}_` : null;
}

function isUnknown(name: string, value: string): boolean {
  if (Object.hasOwn(VARIABLES, name) || SERVICE_LINK.test(name)) return false;
  if (name.endsWith('_PORT') && value.startsWith('tcp://')) return false;
  return [...PREFIXES].some((prefix) => name.startsWith(prefix));
}

/** A name with one label belongs to a private network. */
function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(address)) return hostname.includes('.') && !hostname.endsWith('.localhost');
  return ipaddr.process(address).range() === 'unicast';
}
