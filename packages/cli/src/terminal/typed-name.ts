/** The form in which typed names are compared: without regard to case, spaces at the ends, and Unicode form (`é`). */
export function nameKey(typed: string): string {
  return typed.trim().normalize('NFC').toLowerCase();
}
