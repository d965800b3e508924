import { takeToken } from './mailed-link';
import type { CallQueue, QueuedCall } from './queue';

declare const WIDGET_VERSION: string;

/** The element's attributes. Each may be set on the script tag too, such as `data-routing-key`. */
const ATTRIBUTES = [
  'baseUrl',
  'locale',
  'mode',
  'persistence',
  'position',
  'routingKey',
  'theme',
] as const;

// The script for a page's <script async>. It is small, and loads the widget when the page is idle.
const queue: CallQueue = (window.CRS ??= {
  q: [],
  push(...call: QueuedCall) {
    this.q?.push(call);
  },
});
const link = takeToken();
if (link) queue.link = link;
// A module has no `currentScript`. A second run of the same script uses the element of the first.
const script = (queue.script ??= (document.currentScript ??
  document.querySelector('script[src*="widget/loader.js"]')) as HTMLScriptElement | null);
const { src = '', dataset = {} } = script ?? {};

const complain = (what: string) => console.error(`chat-relay: ${what}`);

if (!queue.isLoading) {
  if (src) start();
  else complain('the loader needs a <script> of its own, with src="…/widget/loader.js".');
}

function start() {
  const { searchParams } = new URL(src);
  /** Reads an option from the script tag or its address: tag managers and optimizers drop attributes. */
  const option = (name: string) => dataset[name] ?? searchParams.get(name);
  queue.isLoading = true;
  // These are the defaults for a call of `init`.
  const options: Record<string, unknown> = (queue.options = {
    baseUrl: new URL('..', src).href,
    widgetVersion: WIDGET_VERSION,
  });
  for (const name of ATTRIBUTES) {
    const value = option(name);
    if (value !== null) options[name] = value;
  }
  const [tenantId, publicKey, open] = [option('tenant'), option('key'), option('open')];
  if (tenantId || publicKey) {
    Object.assign(options, { tenantId, publicKey });
    queue.push('init', {});
  }
  if (open !== null && open !== 'false') queue.push('open');
  // `import()` passes on this script's nonce, and needs no Trusted Types policy.
  const load = () => import(new URL('widget.global.js', src).href).catch(reload);
  if (document.readyState === 'complete') void load();
  else addEventListener('load', () => void load(), { once: true });
}

/** Fetches and runs the relay's current loader, once: this copy is old and names files that no longer exist. */
async function reload() {
  const missing = () => complain(`no widget can be loaded from ${new URL('.', src).href}`);
  if (queue.isReloaded) return missing();
  queue.isReloaded = true;
  queue.isLoading = false;
  // If this fails too, the page's next load tries again.
  await fetch(src, { cache: 'reload' })
    .then(() => import(src))
    .catch(missing);
}
