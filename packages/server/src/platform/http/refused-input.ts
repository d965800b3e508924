import type Joi from 'joi';
import { AppError } from '../errors';
import { tellProblems, type ToldProblem } from '../field-problems';

type Context = Record<string, unknown>;

const FIELD_CODES: Record<string, string> = {
  'any.required': 'required',
  'object.unknown': 'unknown_field',
  'object.missing': 'required',
  'object.xor': 'exactly_one_of',
};

/** Joi's code → the words that follow the field's name. A schema's own `messages` come first: see `patterned`. */
const TOLD: Record<string, string | ((context: Context) => string)> = {
  'any.required': 'is required',
  'any.only': ({ valids }) => `must be ${oneOf(valids)}`,
  'any.unknown': 'is not allowed here',
  'object.unknown': 'is not a field of this request',
  'object.base': 'must be a JSON object',
  'object.min': ({ limit }) => `must have at least ${count(limit, 'field')}`,
  'object.max': ({ limit }) => `must have at most ${count(limit, 'field')}`,
  'object.missing': ({ peers }) => `needs ${listed(peers, 'or')}`,
  'object.xor': ({ peers }) => `must have only one of ${listed(peers, 'and')}`,
  'object.and': ({ present, missing }) => `has ${listed(present)} without ${listed(missing)}`,
  'object.with': ({ main, peer }) => `has ${String(main)} without ${String(peer)}`,
  'array.base': 'must be a list',
  'array.min': ({ limit }) => `must have at least ${count(limit, 'entry')}`,
  'array.max': ({ limit }) => `must have at most ${count(limit, 'entry')}`,
  'array.unique': 'stands in the list twice',
  'array.sparse': 'must not be empty',
  'boolean.base': 'must be true or false',
  'number.base': 'must be a number',
  'number.integer': 'must be a whole number',
  'number.min': ({ limit }) => `must be ${String(limit)} or more`,
  'number.max': ({ limit }) => `must be ${String(limit)} or less`,
  'number.unsafe': 'is too large a number',
  'number.infinity': 'must be a finite number',
  'string.base': 'must be a string',
  'string.empty': 'must not be empty',
  'string.min': (context) => `must have at least ${length(context)}`,
  'string.max': (context) => `must have at most ${length(context)}`,
  'string.email': 'must be an e-mail address, such as ana@shop.example',
  'string.isoDate': 'must be a time in ISO 8601, such as 2026-11-27T09:30:00Z',
  'date.base': 'must be a day of the calendar, such as 2026-12-25',
};

/** The refusal of a body or a query: every problem with its code, and sentences for people. */
export function refusedInput({ details }: Joi.ValidationError): AppError {
  const problems = details.map(toProblem);
  return new AppError('invalid_request', {
    details: problems.map(({ field, code }) => ({ field, code })),
    message: tellProblems(problems),
  });
}

function toProblem({ type, path, context, message }: Joi.ValidationErrorItem): ToldProblem {
  const told = TOLD[type];
  return {
    field: path.join('.'),
    code: FIELD_CODES[type] ?? type.replace(/[^A-Za-z]+/g, '_').toLowerCase(),
    told: typeof told === 'function' ? told(context ?? {}) : (told ?? message),
  };
}

const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function listed(value: unknown, word = 'and'): string {
  const all = names(value);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${word} ${all.at(-1)}`;
}

function oneOf(valids: unknown): string {
  return names(valids).length > 1 ? `one of: ${names(valids).join(', ')}` : listed(valids);
}

function count(limit: unknown, noun: 'field' | 'entry' | 'character' | 'byte'): string {
  if (limit === 1) return `1 ${noun}`;
  return `${String(limit)} ${noun === 'entry' ? 'entries' : `${noun}s`}`;
}

function length({ limit, encoding }: Context): string {
  return count(limit, encoding === undefined ? 'character' : 'byte');
}
