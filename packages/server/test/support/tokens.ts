import { deriveKeys } from '../../src/platform/security/keys';
import { createTokens, type Tokens } from '../../src/platform/security/tokens';
import { TEST_MASTER_KEY } from './master-key';
import type { TestRelay } from './relay';

const { consoleJwt: consoleKeys, visitorJwt: visitorKeys } = deriveKeys([
  Buffer.from(TEST_MASTER_KEY, 'base64'),
]);

/** Signs and verifies tokens as this relay does. */
export function tokensOf({ config, now }: TestRelay): Tokens {
  return createTokens({ issuer: config.baseUrl, consoleKeys, visitorKeys, clock: now });
}
