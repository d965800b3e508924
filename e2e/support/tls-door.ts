import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { CERTIFICATES, TEST_KEY } from '../../packages/server/test/support/certificates';

/** Puts TLS in front of a server on this machine, with a certificate that no browser trusts. */
export async function startTlsDoor(url: string): Promise<{ url: string; stop(): void }> {
  const port = Number(new URL(url).port);
  const door = createServer({ key: TEST_KEY, cert: CERTIFICATES.valid }, (outside) => {
    const inside = connect(port, '127.0.0.1');
    // A browser that closes cuts its connections.
    outside.on('error', () => inside.destroy()).on('close', () => inside.destroy());
    inside.on('error', () => outside.destroy()).on('close', () => outside.destroy());
    outside.pipe(inside).pipe(outside);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(door.address() as AddressInfo).port}`,
    stop: () => void door.close(),
  };
}
