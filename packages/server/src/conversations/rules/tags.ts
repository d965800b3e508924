/** Of one conversation. */
export const MAX_TAGS = 10;

/** Tags are the same if these are: upper and lower case make no difference. */
export function tagKeyOf(tag: string): string {
  return tag.toLowerCase().normalize('NFC');
}
