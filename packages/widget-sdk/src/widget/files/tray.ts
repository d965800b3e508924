import type { ChatAttachment, ChatConfig, Snapshot } from '../../types';
import { element, icon, setAttribute, setText } from '../dom';
import type { Wording } from '../wording';
import { acceptOf, describeSize, refusalOf } from './describe';
import { createTrayItem, type TrayItem } from './tray-item';
import type { WidgetFilesDeps } from './widget-files-deps';

/** The files that are chosen for the next message. */
export interface Tray {
  add(files: readonly File[]): void;
  /** Opens the dialog to choose files. */
  choose(): void;
  /** Files may be added now. */
  isOpen(): boolean;
  /** Some are being uploaded. */
  isBusy(): boolean;
  /** The uploaded ones. */
  ready(): ChatAttachment[];
  /** The same, and takes them out of the tray. */
  take(): ChatAttachment[];
  render(wording: Wording, snapshot: Snapshot, isEnding: boolean): void;
}

/** PROTOCOL. */
const MAX_FILES = 5;

export function createTray({ chat, panel, button, tray, change }: WidgetFilesDeps): Tray {
  const input = element('input', { type: 'file', multiple: true, hidden: true });
  const clip = element('button', { class: 'clip', type: 'button', hidden: true }, icon('clip'));
  const list = element('ul');
  const excess = element('p', { class: 'note', role: 'status' });
  // Progress is spoken rarely, the end of an upload once.
  const spoken = element('p', { class: 'hidden', role: 'status' });
  let items: TrayItem[] = [];
  let wording: Wording | undefined;
  let allowed: ChatConfig['attachments'];
  let isEnding = false;
  let hasExcess = false;
  /** One upload after another: a slow line has each file sooner. */
  let turn: Promise<void> = Promise.resolve();

  const isOpen = () => !!allowed?.enabled && !isEnding;
  const ready = () => items.flatMap(({ attachment }) => attachment() ?? []);
  const say: Wording['say'] = (...words) => wording?.say(...words) ?? '';

  function enqueue(item: TrayItem) {
    turn = turn.then(() => item.upload());
    change();
  }

  function remove(item: TrayItem) {
    item.cancel();
    items = items.filter((other) => other !== item);
    hasExcess = false;
    change();
  }

  function add(files: readonly File[]) {
    const { attachments } = chat.getState().config ?? {};
    if (!attachments?.enabled) return;
    // What can't be sent makes room for what is chosen instead.
    items = items.filter((item) => !item.isRefused());
    const added = files.slice(0, MAX_FILES - items.length);
    hasExcess = added.length < files.length;
    for (const file of added) {
      const item: TrayItem = createTrayItem(chat, file, refusalOf(file, attachments), {
        retry: () => enqueue(item),
        remove: () => remove(item),
        change,
        speak: (text) => setText(spoken, text),
      });
      items.push(item);
      if (!item.isRefused()) enqueue(item);
    }
    change();
  }

  clip.addEventListener('click', () => input.click());
  input.addEventListener('change', () => {
    add([...(input.files ?? [])]);
    input.value = ''; // so that the same file may be chosen again
  });
  chat.on('reset', (how) => {
    const files = items;
    items = [];
    for (const item of files) item.cancel();
    // After the end of a chat, what is chosen is still the visitor's.
    if (how === 'end') add(files.map(({ file }) => file));
    else change();
  });
  button.append(clip, input);
  tray.append(excess, list, spoken);

  return {
    add,
    choose: () => isOpen() && input.click(),
    isOpen,
    isBusy: () => items.some((item) => item.isBusy()),
    ready,
    take() {
      const taken = ready();
      items = items.filter((item) => !item.attachment());
      hasExcess = false;
      change();
      return taken;
    },
    render(next, { config }, isEndingNow) {
      wording = next;
      allowed = config?.attachments;
      isEnding = isEndingNow;
      clip.hidden = !allowed?.enabled;
      clip.disabled = isEnding || items.length >= MAX_FILES;
      setAttribute(clip, 'aria-label', say('attach'));
      setAttribute(clip, 'title', say('attach'));
      setAttribute(input, 'accept', acceptOf(allowed?.types ?? []));
      setAttribute(panel, 'data-drop', say('dropFiles'));
      setAttribute(list, 'aria-label', say('files'));
      setText(excess, hasExcess ? say('tooManyFiles', { count: MAX_FILES }) : '');
      const size = describeSize(allowed?.maxBytes ?? 0, wording);
      for (const item of items) item.render(wording, size);
      const rows = items.map(({ row }) => row);
      if (rows.length !== list.children.length || rows.some((row, at) => row !== list.children[at]))
        list.replaceChildren(...rows);
      tray.hidden = items.length === 0 && !hasExcess;
    },
  };
}
