import { onTestFinished, vi } from 'vitest';
import { run } from '../../src/program';

/**
 * Runs relayctl in this process, without a terminal, for tests of many command lines: starting a process takes 0.25 s.
 */
export async function runInProcess(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ exitCode: number; stderr: string; stdout: string }> {
  vi.stubGlobal('__VERSION__', '0.0.0');
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      written[name] += String(chunk);
      return true;
    }),
  );
  const restore = (): void => {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  };
  onTestFinished(restore);
  const exitCode = await run(['node', 'relayctl', ...args]);
  restore();
  return { exitCode, ...written };
}
