export const MAX_TAGS = 10;

/** Key of a tag. Two tags are the same if their keys are: upper and lower case make no difference. */
export function tagKeyOf(tag: string): string {
  return tag.toLowerCase().normalize('NFC');
}
