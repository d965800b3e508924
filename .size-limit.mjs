import { existsSync, readdirSync, readFileSync } from 'node:fs';

const CONSOLE = 'packages/console/dist';
const ASSETS = `${CONSOLE}/assets`;
const assets = existsSync(ASSETS) ? readdirSync(ASSETS) : [];

/** What a page of the console loads: everything that index.html names, and the page's own code. @param {string[]} pages */
function firstLoad(...pages) {
  const named = existsSync(ASSETS)
    ? [...readFileSync(`${CONSOLE}/index.html`, 'utf8').matchAll(/assets\/([\w.-]+)/g)]
    : [];
  const found = new Set(named.map(([, file]) => file ?? ''));
  /** @param {string} file */
  const follow = (file) => {
    found.add(file);
    const code = readFileSync(`${ASSETS}/${file}`, 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)) {
      if (!found.has(imported)) follow(imported);
    }
  };
  for (const file of assets.filter((name) => pages.some((page) => name.startsWith(`${page}-`)))) {
    follow(file);
  }
  return [...found].map((file) => `${ASSETS}/${file}`);
}

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
    name: 'loader, served as /widget/loader.js',
    path: ['packages/widget-sdk/dist/loader.global.js'],
    gzip: true,
    limit: '1 kB',
  },
  {
    name: 'console, first load',
    path: firstLoad('entrance-pages'),
    gzip: true,
    limit: '45 kB',
  },
  {
    name: 'console, all of it',
    path: assets.map((file) => `${ASSETS}/${file}`),
    gzip: true,
    limit: '120 kB',
  },
];
