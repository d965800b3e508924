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

  it('npm start changes nothing in the folder of a running demo', async () => {
    const { code, output } = await failDemo(demo.dataFolder, OTHER_PORT);
    expect(code).toBe(1);
    expect(output).toMatch(/^relay .* is used by another relay/m);
    expect(output).toContain('failed  relay did not start');
    expect(output).not.toContain('seed');
  });

  it('npm start refuses an invalid port in one line', async () => {
    const { code, output } = await failDemo(demo.dataFolder, Number.NaN);
    expect(code).toBe(1);
    expect(output).toMatch(/^failed {2}PORT must be .*\n$/);
  });

  it('npm start refuses a folder that cannot be made in one line', async () => {
    const { code, output } = await failDemo('/dev/null/data', OTHER_PORT);
    expect(code).toBe(1);
    expect(output).toMatch(/^failed {2}DEMO_DATA_DIR .*\n$/);
  });
});
