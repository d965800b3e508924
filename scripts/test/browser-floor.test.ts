import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BROWSER_FLOOR as consoleFloor } from '../../packages/console/tsup.config';
import { BROWSER_FLOOR as widgetFloor } from '../../packages/widget-sdk/tsup.config';
import { inRoot } from '../lib/paths.mjs';

it.each([
  ['console', consoleFloor],
  ['widget-sdk', widgetFloor],
])('the README of %s names the browsers that the build is for', (folder, floor) => {
  const readme = readFileSync(inRoot(`packages/${folder}/README.md`), 'utf8');
  const { safari, chrome, firefox } = floor;
  expect(readme).toContain(`Safari ${safari}, Chrome ${chrome} and Firefox ${firefox}`);
});
