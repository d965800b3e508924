import { takeToken } from './mailed-link';
import type { CallQueue, QueuedCall } from './queue';

declare const WIDGET_VERSION: string;

/** The attributes of the element, each with a twin on the script tag: `data-routing-key`. */
const ATTRIBUTES = [
  'baseUrl',
  'locale',
  'mode',
  'persistence',
  'position',
  'routingKey',
  'theme',
] as const;

// The script for a page's <script async>: small, and it loads the widget when the page is idle.
const queue: CallQueue = (window.CRS ??= {
  q: [],
  push(...call: QueuedCall) {
    this.q?.push(call);
  },
});
const link = takeToken();
if (link) queue.link = link;
// A module has no `currentScript`; run again, it is still the same script.
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
  /** Tag managers and optimizers drop attributes: the address says the same. */
  const option = (name: string) => dataset[name] ?? searchParams.get(name);
  queue.isLoading = true;
  // What a call of `init` leaves out.
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

/** The relay has other files than this copy of the loader names: runs its current one, once. */
async function reload() {
  const missing = () => complain(`no widget can be loaded from ${new URL('.', src).href}`);
  if (queue.isReloaded) return missing();
  queue.isReloaded = true;
  queue.isLoading = false;
  // Unreachable, it stays unreachable: the page's next load tries again.
  await fetch(src, { cache: 'reload' })
    .then(() => import(src))
    .catch(missing);
}
