import type { Chat } from '../types';
import { createAnnouncer } from './announcer';
import { element, setAttribute } from './dom';
import { createLauncher } from './launcher';
import type { Draft } from './draft';
import { createPanel } from './panel';
import { isSheet } from './sheet';
import { createTheme } from './theme';
import { nameOf, type Wording } from './wording';

/** What the element says of the look; null where the tenant and the device decide. */
export interface Look {
  readonly position: string | null;
  readonly theme: string | null;
}

export interface View {
  isOpen(): boolean;
  setOpen(isOpen: boolean): void;
  /** Brings everything up to date. */
  render(): void;
  /** Ends all that listens outside of the view. */
  end(): void;
}

/** Draws a chat into a shadow root. */
export function createView(
  root: ShadowRoot,
  chat: Chat,
  draft: Draft,
  on: { wording(): Wording; look(): Look; toggle(isOpen: boolean): void },
): View {
  const theme = createTheme();
  const announcer = createAnnouncer();
  const launcher = createLauncher(() => setOpen(!isOpen));
  const panel = createPanel(chat, draft, () => setOpen(false));
  const frame = element('div', { class: 'root' }, announcer.region, panel.panel, launcher.button);
  const watch = new AbortController();
  const { signal } = watch;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let isOpen = false;

  root.adoptedStyleSheets = theme.sheets;
  root.replaceChildren(frame);
  frame.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen && !event.isComposing) setOpen(false);
    // The page's own shortcuts are not meant for what is typed here.
    event.stopPropagation();
  });
  dark.addEventListener('change', render, { signal });
  document.addEventListener('visibilitychange', render, { signal });
  globalThis.visualViewport?.addEventListener('resize', fitKeyboard, { signal });
  const unsubscribe = chat.subscribe(render);
  const unlisten = chat.on('message', ({ sender, content }) => {
    if (sender.kind === 'visitor') return;
    const name = sender.kind === 'system' ? '' : `${nameOf(on.wording(), sender)}: `;
    announcer.say(name + content);
  });

  function fitKeyboard() {
    theme.setSheetHeight(isOpen && isSheet() ? (globalThis.visualViewport?.height ?? null) : null);
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
      chat.start({ open: true });
      panel.show();
    } else {
      const hadFocus = panel.panel.contains(root.activeElement);
      panel.hide();
      render();
      if (hadFocus) launcher.button.focus();
    }
    fitKeyboard();
    render();
    on.toggle(isOpen);
  }

  render();
  return {
    isOpen: () => isOpen,
    setOpen,
    render,
    end() {
      watch.abort();
      unsubscribe();
      unlisten();
      root.replaceChildren();
    },
  };
}
