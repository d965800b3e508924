/** The form in which names that people type are compared: any case, any blanks at the ends, and `é` in either writing. */
export function nameKey(typed: string): string {
  return typed.trim().normalize('NFC').toLowerCase();
}
