import { expect, test } from 'vitest';
import { closeError, spreadMs } from '../../src/connection/close-error';

test.each([
  [1000, { code: 'network', retryable: true }],
  [1001, { code: 'network', retryable: true }],
  [1006, { code: 'network', retryable: true }],
  [1012, { code: 'network', retryable: true }],
  [1003, { code: 'refused', retryable: true }],
  [1007, { code: 'refused', retryable: true }],
  [1008, { code: 'refused', retryable: true }],
  [1009, { code: 'refused', retryable: true }],
  [4401, { code: 'token_invalid', retryable: true }],
  [4403, { code: 'forbidden', retryable: false }],
  [4404, { code: 'session_expired', retryable: true }],
  [4409, { code: 'replaced', retryable: false }],
  [4429, { code: 'rate_limited', retryable: true, retryAfterMs: 30_000 }],
])('reads close %i', (closeCode, error) => {
  expect(closeError(closeCode, '')).toMatchObject(error);
});

test("keeps the relay's reason, and says where to look when there is none of the relay", () => {
  expect(closeError(4403, 'tenant_suspended').message).toBe('tenant_suspended');
  expect(closeError(4409, '').message).toBe('replaced');
  expect(closeError(1006, '').message).toMatch(/baseUrl/);
});

test.each([
  ['{"retry_ms": 3000}', 3000],
  ['{"retry_ms": 0}', 0],
  ['{"retry_ms": "soon"}', 0],
  ['null', 0],
  ['Service restart', 0],
  ['', 0],
])('reads the hint %s', (reason, ms) => {
  expect(spreadMs(reason)).toBe(ms);
});
