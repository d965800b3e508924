import { expect, test } from 'vitest';
import { ChatError, type ChatErrorCode } from '../src/errors';
import { closeVerdict, errorVerdict } from '../src/verdict';

test.each([
  [1000, '', { kind: 'retry' }],
  [1001, '', { kind: 'retry' }],
  [1006, '', { kind: 'retry' }],
  [1003, '', { kind: 'frame' }],
  [1007, '', { kind: 'frame' }],
  [1008, '', { kind: 'frame' }],
  [1009, '', { kind: 'frame' }],
  [4401, '', { kind: 'token' }],
  [4403, '', { kind: 'stop', error: expect.objectContaining({ code: 'forbidden' }) }],
  [4404, '', { kind: 'session' }],
  [4409, '', { kind: 'stop', error: expect.objectContaining({ code: 'replaced' }) }],
  [4429, '', { kind: 'wait', ms: 30_000 }],
  [1012, '{"retry_ms": 3000}', { kind: 'spread', ms: 3000 }],
  [1013, '{"retry_ms": 9e9}', { kind: 'spread', ms: 300_000 }],
  [1012, '{"retry_ms": 0}', { kind: 'retry' }],
  [1012, 'null', { kind: 'retry' }],
  [1013, 'Service restart', { kind: 'retry' }],
])('reads close %i %s', (code, reason, verdict) => {
  expect(closeVerdict(code, reason)).toEqual(verdict);
});

test.each<[ChatErrorCode, number | undefined, object]>([
  ['network', undefined, { kind: 'retry' }],
  ['internal_error', undefined, { kind: 'retry' }],
  ['rate_limited', undefined, { kind: 'retry' }],
  ['rate_limited', 4000, { kind: 'wait', ms: 4000 }],
  ['overloaded', 1000, { kind: 'wait', ms: 1000 }],
  ['token_invalid', undefined, { kind: 'token' }],
  ['session_expired', undefined, { kind: 'session' }],
  [
    'origin_not_allowed',
    undefined,
    { kind: 'stop', error: expect.objectContaining({ code: 'origin_not_allowed' }) },
  ],
  [
    'tenant_suspended',
    undefined,
    { kind: 'stop', error: expect.objectContaining({ code: 'tenant_suspended' }) },
  ],
  ['not_found', undefined, { kind: 'stop', error: expect.objectContaining({ code: 'not_found' }) }],
  [
    'http_error',
    undefined,
    { kind: 'stop', error: expect.objectContaining({ code: 'http_error' }) },
  ],
])('reads a request that failed with %s', (code, retryAfterMs, verdict) => {
  expect(errorVerdict(new ChatError(code, { retryAfterMs }))).toEqual(verdict);
});
