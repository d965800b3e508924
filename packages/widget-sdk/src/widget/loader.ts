import type { CallQueue, QueuedCall } from './queue';

// The script for a page's <script async>: small, and it loads the widget when the page is idle.
const queue: CallQueue = (window.CRS ??= {
  q: [],
  push(...call: QueuedCall) {
    this.q?.push(call);
  },
});
const { src } = document.currentScript as HTMLScriptElement; // a classic script has one

if (!queue.isLoading) {
  queue.isLoading = true;
  // `import()` passes on this script's nonce, and needs no Trusted Types policy.
  const load = () => void import(new URL('widget.global.js', src).href);
  if (document.readyState === 'complete') load();
  else addEventListener('load', load, { once: true });
}
