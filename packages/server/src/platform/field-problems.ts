/** A refused field: `field` is a dotted path, `code` says what is wrong with it. */
export interface FieldProblem {
  field: string;
  code: string;
}

/** One problem. `told` follows the field's name in a sentence for people, such as "must be a number". */
export interface ToldProblem extends FieldProblem {
  told?: string;
}

/** Code → the words that follow the field's name, for codes that several routes share. */
const TOLD: Record<string, string> = {
  required: 'is required',
  unknown_field: 'is not a field of this request',
  forbidden_key: 'has a key that is not allowed',
  invalid: 'is not one that this relay gave out',
  duplicate: 'stands twice in this request',
  in_the_future: 'is in the future',
  too_early: 'is before the year 2000; a time in seconds was perhaps taken for milliseconds',
  out_of_order: 'is earlier than the message before it',
  origin_invalid: 'must be an origin, such as https://shop.example, without a path',
  attachment_invalid: 'names a file that is not ready, has expired or is not this sender’s',
};

const MAX_TOLD = 5;
/** Longer names are cut: clients choose the names of unknown fields. */
const MAX_FIELD_CHARS = 80;

/** One sentence for each of the first refused fields, for people. */
export function tellProblems(problems: readonly ToldProblem[]): string {
  const told = problems.slice(0, MAX_TOLD).map(({ field, code, told }) => {
    const name = field === '' ? 'The body' : field.slice(0, MAX_FIELD_CHARS);
    return `${name} ${told ?? TOLD[code] ?? 'is not valid'}.`;
  });
  const left = problems.length - told.length;
  if (left > 0)
    told.push(`There ${left === 1 ? 'is 1 more problem' : `are ${left} more problems`}.`);
  return told.join(' ');
}
