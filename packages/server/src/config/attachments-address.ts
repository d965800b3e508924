import { resolve } from 'node:path';
import { serviceUrl } from './addresses';
import { folderProblem } from './folders';
import type { Parser } from '../platform/settings/variable';

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
    const problem = path === '' ? FORM : folderProblem(path);
    return problem === null ? { folder: resolve(path) } : { problem };
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
  const endpoint = serviceUrl(searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  if ('problem' in endpoint) return { problem: `has an endpoint that ${endpoint.problem}` };
  return { bucket: hostname, endpoint: endpoint.value, region };
}

export const attachmentsUrl: Parser<string> = (given) => {
  const parsed = parseAttachmentsAddress(given);
  return 'problem' in parsed ? parsed : { value: given };
};
