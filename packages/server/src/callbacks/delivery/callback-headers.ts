import { signedHeaders, type SignedHeadersInput } from '@chat-relay/receiver-sdk/signature';

/** The headers of every callback and of a test. */
export const callbackHeaders = (signed: SignedHeadersInput): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'chat-relay',
  ...signedHeaders(signed),
});
