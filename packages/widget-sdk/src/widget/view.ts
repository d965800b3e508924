import type { Chat } from '../types';
import { createAnnouncer } from './announcer';
import { element, setAttribute } from './dom';
import { hideComposingKeys } from './composing';
import { createLauncher } from './launcher';
import type { Draft } from './draft';
import { createPanel } from './panel/panel';
import { keepFromPage } from './page/page-events';
import { findFocus, isWritingIn, releaseFocus } from './page/page-focus';
import { isSheet } from './panel/sheet';
import { createTheme } from './theme/theme';
import { nameOf, type Wording } from './wording';

/** The look that the element's attributes set; null leaves it to the tenant and the device. */
export interface Look {
  readonly position: string | null;
  readonly theme: string | null;
}

export interface View {
  isOpen(): boolean;
  setOpen(isOpen: boolean): void;
  /** Opens the panel and asks whether to continue the conversation of a mailed link; false if that was done before. */
  offerLink(token: string): boolean;
  /** Shows the launcher, which waits a moment for the tenant's colour and side. */
  reveal(): void;
  /** Brings everything up to date. */
  render(): void;
  /** Removes all listeners outside of the view. */
  end(): void;
}

/** Draws a chat into a shadow root. */
export function createView(
  root: ShadowRoot,
  chat: Chat,
  draft: Draft,
  on: { wording(): Wording; look(): Look; toggle(isOpen: boolean): void },
): View {
  // Two regions, because screen readers ignore the page behind a modal panel, and also a hidden panel.
  const [inside, outside] = [createAnnouncer(), createAnnouncer()];
  const launcher = createLauncher(() => setOpen(!isOpen));
  const panel = createPanel(chat, draft, () => setOpen(false));
  const frame = element('div', { class: 'root' }, outside.region, panel.panel, launcher.button);
  const watch = new AbortController();
  const { signal } = watch;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let isOpen = false;
  let opener: HTMLElement | null = null;

  panel.panel.append(inside.region);
  root.replaceChildren(frame);
  const theme = createTheme(root);
  hideComposingKeys(frame);
  frame.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && isOpen && !panel.cancel()) setOpen(false);
  });
  keepFromPage(frame, signal);
  panel.panel.addEventListener('pointerdown', () => releaseFocus(root.host));
  dark.addEventListener('change', render, { signal });
  document.addEventListener('visibilitychange', render, { signal });
  for (const change of ['resize', 'scroll']) {
    globalThis.visualViewport?.addEventListener(change, fit, { signal });
  }
  const unsubscribe = chat.subscribe(render);
  const unlisten = chat.on('message', ({ sender, content, attachments }) => {
    if (sender.kind === 'visitor') return;
    const name = sender.kind === 'system' ? '' : `${nameOf(on.wording(), sender)}: `;
    const parts = [content, ...attachments.map((file) => file.name)].filter(Boolean);
    (isOpen ? inside : outside).say(name + parts.join(', '));
  });

  /** Fits a full-screen panel into the space that the on-screen keyboard leaves, at any zoom. */
  function fit() {
    if (!isOpen) return;
    const isModal = isSheet();
    const seen = globalThis.visualViewport;
    setAttribute(panel.panel, 'aria-modal', String(isModal));
    if (!isModal || !seen) return theme.setSheet(null);
    const height = seen.height * seen.scale;
    // The host is at the lower edge of the layout viewport, which may be partly out of sight.
    const room = root.host.getBoundingClientRect().bottom - height;
    theme.setSheet({ top: Math.max(0, Math.min(seen.offsetTop, room)), height });
  }

  function render() {
    const wording = on.wording();
    const look = on.look();
    const snapshot = chat.getState();
    const { accentColor = null, position = 'right' } = snapshot.config?.theme ?? {};
    theme.setAccent(accentColor);
    setAttribute(frame, 'lang', wording.locale);
    setAttribute(frame, 'dir', wording.direction);
    setAttribute(frame, 'data-position', look.position ?? position);
    setAttribute(frame, 'data-theme', look.theme ?? (dark.matches ? 'dark' : 'light'));
    setAttribute(frame, 'data-open', isOpen ? '' : null);
    launcher.render(wording, isOpen, snapshot.unread);
    panel.render(wording, snapshot);
  }

  function setOpen(next: boolean) {
    if (next === isOpen) return;
    isOpen = next;
    if (isOpen) {
      opener = findFocus();
      if (!panel.isAsking()) chat.start({ open: true });
      fit();
      // A field that the visitor writes in keeps the focus, unless the panel covers it.
      const takesFocus = isSheet() || !isWritingIn(opener);
      if (takesFocus) releaseFocus(root.host);
      panel.show(takesFocus);
    } else {
      const hadFocus = panel.panel.contains(root.activeElement);
      panel.hide();
      inside.region.replaceChildren();
      render();
      if (hadFocus) giveBackFocus();
    }
    render();
    on.toggle(isOpen);
  }

  function giveBackFocus() {
    opener?.focus();
    if (!opener || findFocus() !== opener) launcher.button.focus();
  }

  render();
  return {
    isOpen: () => isOpen,
    setOpen,
    offerLink(token) {
      if (!panel.askLink(token)) return false;
      setOpen(true);
      return true;
    },
    reveal: () => setAttribute(frame, 'data-ready', ''),
    render,
    end() {
      watch.abort();
      unsubscribe();
      unlisten();
      root.replaceChildren();
      if ('adoptedStyleSheets' in root) root.adoptedStyleSheets = [];
    },
  };
}
