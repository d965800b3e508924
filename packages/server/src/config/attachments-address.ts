import { resolve } from 'node:path';

export interface Bucket {
  bucket: string;
  /** Without a trailing slash. */
  endpoint: string;
  region: string;
}

/** Where files are kept: `ATTACHMENTS_URL`. */
export type AttachmentsAddress = { folder: string } | Bucket;

const FILE = 'file:';
const FORM = 'must be file:<path> or s3://<bucket>?endpoint=<address>&region=<region>';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[\w-]{1,64}$/;
const DEFAULT_REGION = 'us-east-1';

/** @returns the address, or what is wrong with it */
export function parseAttachmentsAddress(given: string): AttachmentsAddress | { problem: string } {
  if (given.startsWith(FILE)) {
    const path = given.slice(FILE.length).replace(/^\/\/(?=\/)/, '');
    return path === '' ? { problem: FORM } : { folder: resolve(path) };
  }
  if (!URL.canParse(given)) return { problem: FORM };
  const { protocol, hostname, host, username, password, pathname, searchParams, hash } = new URL(
    given,
  );
  if (protocol !== 's3:' || host !== hostname || !BUCKET.test(hostname)) return { problem: FORM };
  if (username !== '' || password !== '') {
    return {
      problem:
        'must have no keys: they are in ATTACHMENTS_ACCESS_KEY_ID and ATTACHMENTS_SECRET_ACCESS_KEY',
    };
  }
  if (!['', '/'].includes(pathname) || hash !== '') {
    return { problem: 'names a bucket and nothing below it' };
  }
  const unknown = [...searchParams.keys()].find((name) => !['endpoint', 'region'].includes(name));
  if (unknown !== undefined) return { problem: `has an unknown part: ${JSON.stringify(unknown)}` };
  const region = searchParams.get('region') ?? DEFAULT_REGION;
  if (!REGION.test(region)) return { problem: 'has a region that is no name' };
  const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!isPlainAddress(endpoint)) {
    return {
      problem: 'has an endpoint that is no http:// or https:// address without user and query',
    };
  }
  return { bucket: hostname, endpoint: endpoint.replace(/(?<!\/)\/+$/, ''), region };
}

function isPlainAddress(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, search, hash } = new URL(given);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}
