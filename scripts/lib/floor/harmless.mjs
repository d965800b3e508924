/** Styles that old browsers ignore without harm, by package. */
export const HARMLESS_STYLES = /** @type {Readonly<Record<string, ReadonlySet<string>>>} */ ({
  // Form controls of the other theme; scrolling that reaches the page, jumps, or shows a wider bar.
  'widget-sdk': new Set([
    'color-scheme',
    'color-scheme: dark',
    'overscroll-behavior',
    'overscroll-behavior: contain',
    'scrollbar-width',
    'scrollbar-width: thin',
    'overflow-anchor',
    'overflow-anchor: none',
  ]),
  // Scroll bars, line breaks and forced colours; esbuild writes `-webkit-user-select`, the source `-webkit-line-clamp`.
  console: new Set([
    'text-size-adjust',
    'scrollbar-color',
    'scrollbar-width',
    'scrollbar-width: thin',
    'scrollbar-width: none',
    'text-wrap',
    'text-wrap: pretty',
    'text-wrap: balance',
    'forced-color-adjust',
    'forced-color-adjust: none',
    'text-decoration: transparent',
    'user-select',
    'line-clamp',
    'overflow-anchor',
    'overflow-anchor: none',
    'zoom',
  ]),
});

/** Uses of newer APIs that ask first whether the browser has them, or catch what is thrown, by file of a package. */
export const GUARDED_APIS = /** @type {Readonly<Record<string, readonly string[]>>} */ ({
  'widget-sdk/src/attempt.ts': ['reportError'],
  'widget-sdk/src/abort.ts': ['AbortSignal.reason'],
  'widget-sdk/src/files/upload.ts': ['AbortSignal.reason'],
  'widget-sdk/src/session/lock.ts': ['NavigatorLocks.locks', 'LockManager.request'],
  'widget-sdk/src/widget/theme/style-sheets.ts': [
    'CSSStyleSheet.replaceSync',
    'DocumentOrShadowRoot.adoptedStyleSheets',
  ],
  'widget-sdk/src/widget/view.ts': ['DocumentOrShadowRoot.adoptedStyleSheets'],
  'widget-sdk/src/widget/files/lightbox.ts': [
    'HTMLDialogElement.close',
    'HTMLDialogElement.showModal',
  ],
  'console/src/browser/popover.ts': ['HTMLElement.showPopover', 'HTMLElement.hidePopover'],
});
