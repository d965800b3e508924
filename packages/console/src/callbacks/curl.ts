/**
 * Makes a shell command that sends this event as the relay does. The command asks for the secret, which the console
 * never has.
 * @param callbackUrlBase the tenant's callback address
 */
export function curlOf(callbackUrlBase: string, body: Readonly<Record<string, unknown>>): string {
  const url = `${callbackUrlBase}/api/v1/chat-callbacks/${String(body['event'])}`;
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return `read -rsp 'tenant_secret: ' SECRET
BODY='${quoted}'
TS=$(date +%s)000
HASH=$(printf %s "$BODY" | openssl dgst -sha256 -r | cut -c1-64)
SIGNATURE=$(printf %s "$TS.$HASH" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -c1-64)
curl -i '${url.replaceAll("'", '%27')}' -H 'content-type: application/json' \\
  -H "x-service-timestamp: $TS" -H "x-service-signature: $SIGNATURE" \\
  -H 'x-service-tenant: ${String(body['tenant_id'])}' --data-raw "$BODY"
`;
}
