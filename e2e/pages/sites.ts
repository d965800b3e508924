/** A page as a stranger builds it. */
export interface Site {
  /** Goes before everything else in the head. */
  head?: string;
  body?: string;
  /** A module of `scripts/`, with its packages. */
  script?: string;
  /** A script of a Debian package. */
  library?: string;
  /** How the widget comes into the page; by default with the documented line. */
  install?(line: { src: string; tenant: string; key: string }): string;
  /** In place of no policy. @param relay its origin */
  policy?(relay: string): string;
}

const NONCE = 'bm9uY2Utb2YtdGhlLXBhZ2U';
const DIALOG =
  '<div id="dialog" class="modal" tabindex="-1" role="dialog"><input id="trapped"></div>';
const APP = '<div id="app"></div>';

/** A library may hold the focus, the keys or the wheel, or replace what every script uses. */
export const SITES: Record<string, Site> = {
  'Prototype.js': { library: 'prototype/prototype.js' },
  MooTools: { library: 'mootools/mootools-core-nc.js' },
  'jQuery with hotkeys': { script: 'jquery' },
  'a Bootstrap modal': { script: 'bootstrap', body: DIALOG },
  'a Radix dialog': { script: 'radix', body: APP },
  Lenis: { script: 'lenis' },
  'focus-trap': { script: 'focus-trap', body: DIALOG },
  Turbo: { script: 'turbo' },
  'Vue Router with hashes': { script: 'vue', body: APP },
  'a tag manager': {
    // Inserted by a script, without attributes.
    install: ({ src, tenant, key }) => `<script>
      const script = document.createElement('script');
      script.src = '${src}?tenant=${tenant}&key=${key}';
      document.head.append(script);
    </script>`,
  },
  'a base address and a strict policy': {
    head: '<base href="https://elsewhere.test/shop/">',
    install: ({ src, tenant, key }) =>
      `<script async nonce="${NONCE}" src="${src}" data-tenant="${tenant}" data-key="${key}"></script>`,
    policy: (relay) =>
      [
        "default-src 'none'",
        `script-src 'nonce-${NONCE}' ${relay}/widget/`,
        `style-src 'nonce-${NONCE}'`,
        `connect-src ${relay} ${relay.replace('http', 'ws')}`,
        `img-src ${relay}`,
        'base-uri https://elsewhere.test',
        "require-trusted-types-for 'script'",
      ].join('; '),
  },
};
