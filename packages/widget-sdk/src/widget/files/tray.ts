import type { ChatAttachment, ChatConfig, Snapshot } from '../../types';
import { element, icon, setAttribute, setText } from '../dom';
import type { Wording } from '../wording';
import { acceptOf, describeSize, refusalOf } from './describe';
import { createTrayItem, type TrayItem } from './tray-item';
import type { WidgetFilesDeps } from './widget-files-deps';

/** The files chosen for the next message. */
export interface Tray {
  add(files: readonly File[]): void;
  /** Opens the browser's dialog to choose files. */
  choose(): void;
  /** True if files may be added now. */
  isOpen(): boolean;
  /** True while files are being uploaded. */
  isBusy(): boolean;
  ready(): ChatAttachment[];
  /** Returns the uploaded files and removes them from the tray. */
  take(): ChatAttachment[];
  render(wording: Wording, snapshot: Snapshot, isEnding: boolean): void;
}

/** PROTOCOL: files of one message. */
const MAX_FILES = 5;

export function createTray({ chat, panel, button, tray, change }: WidgetFilesDeps): Tray {
  const input = element('input', { type: 'file', multiple: true, hidden: true });
  const clip = element('button', { class: 'clip', type: 'button', hidden: true }, icon('clip'));
  const list = element('ul');
  const excess = element('p', { class: 'note', role: 'status' });
  // Progress is announced rarely, the end of an upload once.
  const spoken = element('p', { class: 'hidden', role: 'status' });
  let items: TrayItem[] = [];
  let wording: Wording | undefined;
  let allowed: ChatConfig['attachments'];
  let isEnding = false;
  let hasExcess = false;
  /** The last queued upload. Uploads run one after another, so that on a slow line the first files are ready sooner. */
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
    // Refused files make room for the new ones.
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
    // The chosen files are still the visitor's after the end of a chat, so they are uploaded again.
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
