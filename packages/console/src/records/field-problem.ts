import type { RefusalError } from '../api/refusal';
import { knownText } from '../words/known-text';
import type { Words } from '../words/words';

/** Words for the relay's refusal of a field, or of a part of it; undefined if the field was accepted. */
export function problemOf(
  refused: RefusalError | null,
  name: string,
  words: Words,
): string | undefined {
  const found = refused?.problems.find(
    ({ field }) => field === name || field.startsWith(`${name}.`),
  );
  if (!found) return undefined;
  const { common, signIn } = words;
  const known = {
    required: common.required,
    string_email: signIn.invalidEmail,
    string_max: common.tooLong,
    string_empty: common.required,
    string_min: common.tooShort,
    string_pattern_invert_base: common.notReadable,
    number_integer: common.wholeNumber,
    number_base: common.wholeNumber,
    number_min: common.tooSmall,
    number_max: common.tooLarge,
    array_max: common.tooMany,
    origin_invalid: words.tenants.badOrigin,
  };
  return knownText(known, found.code) ?? common.notAccepted;
}
