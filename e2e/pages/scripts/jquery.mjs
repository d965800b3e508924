import jQuery from 'jquery';

// The plugin extends the global one.
Object.assign(globalThis, { jQuery, $: jQuery });
await import('jquery.hotkeys');

/** A shop's keyboard shortcuts, which suppress the browser's own behaviour. */
for (const type of ['keydown', 'keypress', 'keyup']) {
  for (const key of ['s', 'g', '/', 'n']) jQuery(document).on(type, null, key, () => false);
}
jQuery(document).on('keydown keypress keyup', (event) => {
  if ('sgn/'.includes(event.key ?? '')) event.preventDefault();
});
