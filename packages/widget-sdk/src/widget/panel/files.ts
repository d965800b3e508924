import type { Chat, ChatAttachment, ChatMessage, Snapshot } from '../../types';
import { element, setText } from '../dom';
import type { WidgetFiles } from '../files/widget-files';
import type { Wording } from '../wording';

/** Places in the panel for files, and the code for files, which is loaded when it is needed. */
export interface Files {
  /** The button that attaches files; it belongs into the form. */
  readonly button: HTMLElement;
  /** The chosen files; they belong above the form. */
  readonly tray: HTMLElement;
  isLoaded(): boolean;
  /** True while chosen files are being uploaded: the message waits for them. */
  isBusy(): boolean;
  /** The number of files that are ready to be sent. */
  count(): number;
  /** Returns the files that are ready and removes them from the tray. */
  take(): ChatAttachment[];
  /** Opens the browser's dialog to choose files. */
  choose(): void;
  show(place: HTMLElement, message: ChatMessage): void;
  render(panel: HTMLElement, wording: Wording, snapshot: Snapshot, isEnding: boolean): void;
  /** Closes an open picture; false if none is open. */
  cancel(): boolean;
}

const RETRY_MS = 10_000;

/** @param change draws the panel again */
export function createFiles(chat: Chat, change: () => void): Files {
  const button = element('span', { class: 'attach' });
  const tray = element('div', { class: 'tray', hidden: true });
  let loaded: WidgetFiles | undefined;
  let isLoading = false;

  function load(panel: HTMLElement) {
    if (isLoading) return;
    isLoading = true;
    import('../files/widget-files').then(
      ({ createWidgetFiles }) => {
        loaded = createWidgetFiles({ chat, panel, button, tray, change });
        change();
      },
      () => setTimeout(() => (isLoading = false), RETRY_MS),
    );
  }

  return {
    button,
    tray,
    isLoaded: () => !!loaded,
    isBusy: () => loaded?.isBusy() ?? false,
    count: () => loaded?.count() ?? 0,
    take: () => loaded?.take() ?? [],
    choose: () => loaded?.choose(),
    show(place, message) {
      if (loaded) loaded.show(place, message);
      else setText(place, message.attachments.map(({ name }) => name).join(', '));
    },
    render(panel, wording, snapshot, isEnding) {
      const { config, messages } = snapshot;
      const isNeeded =
        config?.attachments?.enabled || messages.some(({ attachments }) => attachments.length > 0);
      // A page with a closed panel fetches nothing.
      if (isNeeded && !panel.hidden) load(panel);
      loaded?.render(wording, snapshot, isEnding);
    },
    cancel: () => loaded?.cancel() ?? false,
  };
}
