import { isIP } from 'node:net';
import type { Parser } from '../platform/settings/variable';

const MAX_NAME = 253;
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;

/** An IP address, or a name in ASCII. `URL` lets more pass, such as `*.example.com` and `a..b`. */
export function isHost(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const labels = text.replace(/\.$/, '').split('.');
  // A name that ends with a number is an IP address with a mistake.
  return (
    text.length <= MAX_NAME &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** The host of an address; an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export function hostInUrl(name: string): string {
  return name.includes(':') ? `[${name}]` : name;
}

/** A host alone, without a port. */
export const host: Parser<string> = (given) =>
  isHost(given)
    ? { value: given }
    : { problem: `${JSON.stringify(given)} is neither an address nor a name, without a port` };
