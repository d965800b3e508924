import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, createLog, createRelay, readConfig, type LogFields } from '../src/server';

describe('the embedded relay', () => {
  it('runs twice in a process, each with settings and a log of its own', async () => {
    const events: LogFields[] = [];
    const line = (fields: LogFields): void => void events.push(fields);
    const own = { fatal: line, error: line, warn: line, info: line, debug: line };
    const logs = [own, createLog({ level: 'fatal', isReadable: false })];
    const relays = await Promise.all(
      logs.map((log) => createRelay({ config: readConfig(settings()), log })),
    );
    for (const relay of relays) onTestFinished(relay.stop);
    for (const relay of relays) {
      await relay.start();
      expect((await fetch(`${relay.address()}/healthz`)).status).toBe(200);
      expect(Object.keys(relay).sort()).toEqual(['address', 'start', 'stop']);
    }
    expect(events).toContainEqual(expect.objectContaining({ event: 'http.probe' }));
  });

  it('refuses settings that readConfig has not read, and those that it refuses', async () => {
    const log = createLog({ level: 'fatal', isReadable: false });
    const { env, isLocal, host, port, baseUrl, dataDir, logLevel } = readConfig(settings());
    const made = { env, isLocal, host, port, baseUrl, dataDir, logLevel };
    await expect(createRelay({ config: made, log })).rejects.toThrow(TypeError);
    expect(() => readConfig({ ENV: 'local', PORT: 'none' })).toThrow(ConfigError);
  });
});

/** Settings of a relay with a database of its own, on a free port. */
function settings(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { ENV: 'local', PORT: '0', DATA_DIR: folder, BASE_URL: 'http://127.0.0.1' };
}
