import { existsSync, readdirSync, readFileSync } from 'node:fs';

const CONSOLE = 'packages/console/dist';
const ASSETS = `${CONSOLE}/assets`;
const assets = existsSync(ASSETS) ? readdirSync(ASSETS) : [];

/** Everything that index.html names. */
const firstLoad = assets.length
  ? [...readFileSync(`${CONSOLE}/index.html`, 'utf8').matchAll(/assets\/[\w.-]+/g)].map(
      ([file]) => `${CONSOLE}/${file}`,
    )
  : [];

export default [
  {
    name: 'headless client',
    path: 'packages/widget-sdk/dist/index.js',
    gzip: true,
    limit: '9 kB',
  },
  {
    name: 'widget, by script tag',
    path: ['packages/widget-sdk/dist/widget.global.js'],
    gzip: true,
    limit: '25 kB',
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
  {
    name: 'console, all of it',
    path: assets.map((file) => `${ASSETS}/${file}`),
    gzip: true,
    limit: '125 kB',
  },
];
