import type { ChatAttachment, ChatMessage, Snapshot } from '../../types';
import type { Wording } from '../wording';
import { listenForFiles } from './incoming';
import { createLightbox } from './lightbox';
import { createShownFiles, type ShownFiles } from './shown-files';
import { addStyleSheet } from '../theme/style-sheets';
import { FILE_STYLES } from './styles';
import { createTray } from './tray';
import type { WidgetFilesDeps } from './widget-files-deps';

/** The code that shows and sends files. It is a chunk of its own, fetched when it is first needed. */
export interface WidgetFiles {
  isBusy(): boolean;
  count(): number;
  take(): ChatAttachment[];
  choose(): void;
  show(place: HTMLElement, message: ChatMessage): void;
  render(wording: Wording, snapshot: Snapshot, isEnding: boolean): void;
  cancel(): boolean;
}

export function createWidgetFiles(deps: WidgetFilesDeps): WidgetFiles {
  const { chat, panel } = deps;
  const root = panel.getRootNode() as ShadowRoot; // the panel is always in one
  addStyleSheet(root, FILE_STYLES);
  const tray = createTray(deps);
  const lightbox = createLightbox(chat);
  const places = new WeakMap<HTMLElement, ShownFiles>();
  let wording: Wording | undefined;
  // Placed next to the panel, which scrolls and keeps the focus inside.
  panel.after(lightbox.dialog);
  listenForFiles(panel, tray);

  return {
    isBusy: tray.isBusy,
    count: () => tray.ready().length,
    take: tray.take,
    choose: tray.choose,
    show(place, message) {
      if (!wording) return;
      const shown = places.get(place) ?? createShownFiles(chat, place, lightbox);
      places.set(place, shown);
      shown.render(wording, message);
    },
    render(next, snapshot, isEnding) {
      wording = next;
      tray.render(wording, snapshot, isEnding);
      lightbox.render(wording);
    },
    cancel: lightbox.close,
  };
}
