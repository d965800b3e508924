import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failDemo, startDemo, type Demo } from './support/demo';

const FIRST_PORT = 18_180;
const OTHER_PORT = 18_190;

describe('npm start, where it cannot', () => {
  let demo: Demo;

  beforeAll(async () => {
    demo = await startDemo(FIRST_PORT);
  });
  afterAll(() => demo?.stop());

  it('ends before it changes anything in a folder that a running demo has', async () => {
    const { code, output } = await failDemo(demo.dataFolder, OTHER_PORT);
    expect(code).toBe(1);
    expect(output).toMatch(/^relay .* is used by another relay/m);
    expect(output).toContain('failed  relay did not start');
    expect(output).not.toContain('seed');
  });

  it('ends with one line for a port that is none', async () => {
    const { code, output } = await failDemo(demo.dataFolder, Number.NaN);
    expect(code).toBe(1);
    expect(output).toMatch(/^failed {2}PORT must be .*\n$/);
  });

  it('ends with one line for a folder that cannot be made', async () => {
    const { code, output } = await failDemo('/dev/null/data', OTHER_PORT);
    expect(code).toBe(1);
    expect(output).toMatch(/^failed {2}DEMO_DATA_DIR .*\n$/);
  });
});
