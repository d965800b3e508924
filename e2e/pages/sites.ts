/** Values for the widget's script tag. */
export interface Line {
  src: string;
  tenant: string;
  key: string;
}

/** A response of a page's server. */
export interface Page {
  type: string;
  body: string | Buffer;
}

/** A page as a stranger builds it. */
export interface Site {
  /** Goes before everything else in the head. */
  head?: string;
  body?: string;
  /** A module of `scripts/`, with its packages. */
  script?: string;
  /** A module of `scripts/` for the head, where it survives a router that replaces the body. */
  headScript?: string;
  /** Scripts of a Debian package. */
  libraries?: readonly string[];
  /** Inserts the widget; by default with the documented script tag. */
  install?(line: Line): string;
  /** The page's content security policy; by default it has none. @param relay its origin */
  policy?(relay: string): string;
  /** Path in the Next.js app. It replaces all the properties above. */
  nextPath?: string;
  /** The page replaces built-in functions that every script uses. */
  isReplacing?: true;
  /** The page has a link `#other` and a router that follows it to another page without a reload. */
  isRouted?: true;
}

/** Nonce of the scripts and styles on a page with a content security policy. */
export const NONCE = 'bm9uY2Utb2YtdGhlLXBhZ2U';
const DIALOG =
  '<div id="dialog" class="modal" tabindex="-1" role="dialog"><div class="modal-dialog"><input id="trapped"></div></div>';
/** The server also serves it at `/cart`, with another heading. */
const SHOP = '<h1>Bowls</h1><a id="other" href="/cart">The other page</a>';
const APP = '<div id="app"></div>';

/** Sites whose libraries capture the focus, the keys or the wheel, or replace built-in functions. */
export const SITES: Record<string, Site> = {
  'Prototype.js': { libraries: ['prototype/prototype.js'], isReplacing: true },
  'what Prototype.js 1.6 replaces': { headScript: 'old-prototype', isReplacing: true },
  'MooTools and its dates': {
    libraries: ['mootools/mootools-core-nc.js', 'mootools/mootools-more-nc.js'],
    isReplacing: true,
  },
  'Date.js': { headScript: 'date', isReplacing: true },
  'core-js 2, Sugar and zone.js': { headScript: 'polyfills', isReplacing: true },
  'jQuery with hotkeys': { script: 'jquery' },
  'a Bootstrap modal': { script: 'bootstrap', body: DIALOG },
  'a Radix dialog': { script: 'radix', body: APP },
  Lenis: { script: 'lenis' },
  'focus-trap': { script: 'focus-trap', body: DIALOG },
  Turbo: { headScript: 'turbo', body: SHOP, isRouted: true },
  'Vue Router with hashes': { script: 'vue', body: APP, isRouted: true },
  'Next.js and its script component': { nextPath: '/', isRouted: true },
  'Next.js and the plain line': { nextPath: '/plain', isRouted: true },
  'Next.js and the imported element': { nextPath: '/element', isRouted: true },
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
