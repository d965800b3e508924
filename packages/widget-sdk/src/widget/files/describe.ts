import type { ChatAttachment, ChatConfig } from '../../types';
import type { Wording } from '../wording';

/** Controls of text direction, which could make a name seem to have another extension. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a file's name in a form that is safe to show. */
export function nameOf({ name }: { name: string }): string {
  return name.replace(BIDI_CONTROLS, '');
}

export function describeSize(bytes: number, { locale }: Wording): string {
  const [unit, per] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  const style = {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(locale, style).format(Math.max(1, bytes / per));
}

/** The file's real type and its size, such as `PDF · 1.2 MB`. */
export function describeFile({ type, bytes }: ChatAttachment, wording: Wording): string {
  const kind = type === 'text/plain' ? 'TXT' : (type.split('/')[1] ?? '').toUpperCase();
  return `${kind} · ${describeSize(bytes, wording)}`;
}

export type FileRefusal = 'fileEmpty' | 'fileTooLarge' | 'fileType';

/** Checks a file before its upload; null if it may be sent. The relay checks the type again, by the bytes. */
export function refusalOf(
  { size, type }: File,
  { types, maxBytes }: NonNullable<ChatConfig['attachments']>,
): FileRefusal | null {
  // Browsers name many kinds of plain text, and give no type to an unknown extension.
  const isText = type.startsWith('text/') && !/html|xml/.test(type) && types.includes('text/plain');
  if (type && !isText && !types.includes(type)) return 'fileType';
  if (size === 0) return 'fileEmpty';
  return size > maxBytes ? 'fileTooLarge' : null;
}

/** The `accept` of the file dialog. If pictures are among the types, phones offer their camera. */
export function acceptOf(types: readonly string[]): string {
  return [
    ...types,
    ...(types.includes('text/plain') ? ['.txt', '.csv', '.log', '.md'] : []),
  ].join();
}
