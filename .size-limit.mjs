import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const CONSOLE = 'packages/console/dist';
const ASSETS = `${CONSOLE}/assets`;
const assets = existsSync(ASSETS) ? readdirSync(ASSETS) : [];

/** Everything that index.html names. */
const firstLoad = assets.length
  ? [...readFileSync(`${CONSOLE}/index.html`, 'utf8').matchAll(/assets\/[\w.-]+/g)].map(
      ([file]) => `${CONSOLE}/${file}`,
    )
  : [];
const loadedLater = assets
  .map((file) => `${ASSETS}/${file}`)
  .filter((file) => !firstLoad.includes(file));

export default [
  {
    name: 'headless client',
    path: 'packages/widget-sdk/dist/index.js',
    gzip: true,
    limit: '10 kB',
  },
  {
    name: 'widget, by script tag',
    path: ['packages/widget-sdk/dist/widget.global.js'],
    gzip: true,
    limit: '26 kB',
  },
  {
    name: 'files in the widget, fetched when they are first used',
    path: ['packages/widget-sdk/dist/client-files.js', 'packages/widget-sdk/dist/widget-files.js'],
    gzip: true,
    limit: '8 kB',
  },
  {
    name: 'loader, served as /widget/loader.js',
    path: ['packages/widget-sdk/dist/loader.global.js'],
    gzip: true,
    limit: '1 kB',
  },
  {
    name: 'console, first load',
    path: firstLoad,
    gzip: true,
    limit: '45 kB',
  },
  ...loadedLater.map((file) => ({
    name: `console, ${basename(file)}`,
    path: file,
    gzip: true,
    limit: '60 kB',
  })),
  {
    name: 'console, all of it',
    path: assets.map((file) => `${ASSETS}/${file}`),
    gzip: true,
    limit: '200 kB',
  },
];
