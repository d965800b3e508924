import Joi from 'joi';
import { describe, expect, it } from 'vitest';
import { uuid } from '../../../src/platform/http/fields';
import { UUID_V7 } from '../../../src/platform/ids';
import type { NamedSchemas } from '../../../src/platform/openapi/document';
import { jsonSchemaOf } from '../../../src/platform/openapi/schema';

const propertyOf = (schema: Joi.Schema) =>
  (jsonSchemaOf(Joi.object({ field: schema }), 'input', {})['properties'] as { field: object })
    .field;

describe('jsonSchemaOf', () => {
  it('allows null in the schema of an enum that allows it', () => {
    expect(propertyOf(Joi.string().valid('a', 'b').allow(null))).toEqual({
      type: ['string', 'null'],
      enum: ['a', 'b', null],
    });
  });

  it('inverts an inverted pattern', () => {
    expect(propertyOf(Joi.string().pattern(/[\0-\x1f]/, { invert: true }))).toEqual({
      type: 'string',
      minLength: 1,
      not: { type: 'string', pattern: '[\\0-\\x1f]' },
    });
  });

  it('leaves out a pattern that ignores case, which JSON Schema cannot say', () => {
    expect(propertyOf(Joi.string().pattern(/^#[a-f]$/i))).toEqual({ type: 'string', minLength: 1 });
  });

  it('keeps apart the patterns that must match and those that must not', () => {
    const schema = Joi.string().pattern(/\d/, { invert: true }).pattern(/^\S+$/);
    expect(propertyOf(schema)).toEqual({
      type: 'string',
      pattern: '^\\S+$',
      not: { type: 'string', pattern: '\\d' },
    });
    const two = { invert: true };
    expect(propertyOf(Joi.string().pattern(/a/, two).pattern(/b/, two))).toEqual({
      type: 'string',
      minLength: 1,
      not: {
        anyOf: [
          { type: 'string', pattern: 'a' },
          { type: 'string', pattern: 'b' },
        ],
      },
    });
  });

  it('states a pattern that must not match in each case of a conditional text', () => {
    const text = Joi.string().pattern(/a/, { invert: true });
    // oxlint-disable-next-line unicorn/no-thenable -- as Joi names it
    const field = text.when('other', { is: Joi.exist(), then: text.allow('') });
    const { properties } = jsonSchemaOf(
      Joi.object({ field, other: Joi.string() }),
      'input',
      {},
    ) as { properties: { field: object } };
    const not = { type: 'string', pattern: 'a' };
    expect(properties.field).toEqual({
      anyOf: [
        { type: 'string', not },
        { type: 'string', minLength: 1, not },
      ],
    });
  });

  it('refers to a shared field by its name, also where null is allowed', () => {
    const named: NamedSchemas = {};
    const schema = Joi.object({ first: uuid.required(), second: uuid.allow(null) });
    const ref = { $ref: '#/components/schemas/Id' };
    expect(jsonSchemaOf(schema, 'input', named)['properties']).toEqual({
      first: ref,
      second: { anyOf: [ref, { type: 'null' }] },
    });
    expect(named).toEqual({ Id: { type: 'string', pattern: UUID_V7.source } });
  });

  it('describes bounds in bytes in words, as JSON Schema counts characters', () => {
    expect(propertyOf(Joi.string().min(9, 'utf8').max(512, 'utf8'))).toEqual({
      type: 'string',
      maxLength: 512,
      description: 'UTF-8 bytes: at least 9, at most 512.',
    });
  });

  it('requires the fields that an outer preference requires', () => {
    const schema = Joi.object({
      a: Joi.string(),
      b: Joi.object({ c: Joi.string(), d: Joi.string().optional() }),
    }).options({ presence: 'required' });
    expect(jsonSchemaOf(schema, 'output', {})).toMatchObject({
      required: ['a', 'b'],
      properties: { b: { required: ['c'] } },
    });
  });

  it('requires one of two fields, or both or none', () => {
    const pair = Joi.object({ a: Joi.string(), b: Joi.string() });
    expect(jsonSchemaOf(pair.xor('a', 'b'), 'input', {})['oneOf']).toEqual([
      { required: ['a'] },
      { required: ['b'] },
    ]);
    expect(jsonSchemaOf(pair.and('a', 'b'), 'input', {})['dependentRequired']).toEqual({
      a: ['b'],
      b: ['a'],
    });
  });

  it('forbids unknown fields in requests and allows them in answers, at every depth', () => {
    const schema = Joi.object({ list: Joi.array().items(Joi.object({ a: Joi.string() })) });
    expect(
      JSON.stringify(jsonSchemaOf(schema, 'input', {})).match(/additionalProperties/g),
    ).toHaveLength(2);
    expect(JSON.stringify(jsonSchemaOf(schema, 'output', {}))).not.toContain(
      'additionalProperties',
    );
  });

  it('applies its corrections in lists, too', () => {
    const schema = Joi.object({
      list: Joi.array().items(Joi.object({ kind: Joi.valid('a').allow(null) })),
    });
    expect(jsonSchemaOf(schema, 'input', {})).toMatchObject({
      properties: { list: { items: { properties: { kind: { enum: ['a', null] } } } } },
    });
  });

  it('leaves Joi’s own output unchanged', () => {
    const schema = Joi.object({ a: Joi.string().required() });
    jsonSchemaOf(schema, 'output', {});
    expect(jsonSchemaOf(schema, 'input', {})['additionalProperties']).toBe(false);
  });

  it('states a schema with an id once, and refers to it by name', () => {
    const named: NamedSchemas = {};
    const pet = Joi.object({ name: Joi.string().required() }).id('Pet');
    const schema = Joi.object({ pets: Joi.array().items(pet), first: pet.allow(null) });
    const ref = { $ref: '#/components/schemas/Pet' };
    expect(jsonSchemaOf(schema, 'output', named)).toEqual({
      type: 'object',
      properties: {
        pets: { type: 'array', items: ref },
        first: { anyOf: [ref, { type: 'null' }] },
      },
    });
    expect(named).toEqual({
      Pet: {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
      },
    });
  });

  it('refuses two different schemas with one id', () => {
    const named: NamedSchemas = {};
    jsonSchemaOf(Joi.object({ a: Joi.string() }).id('Pet'), 'output', named);
    expect(() => jsonSchemaOf(Joi.object({ b: Joi.string() }).id('Pet'), 'output', named)).toThrow(
      TypeError,
    );
  });
});
