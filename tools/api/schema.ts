import * as z from 'zod/mini';
import type { FieldCall } from '#contract/define.ts';
import type { Field } from '#contract/fields.ts';

/** The subset of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly description?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly contentSchema?: Schema;
}

/** The JSON Schema of a request (`input`) or a reply (`output`). */
export function schemaOf(type: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    // The form of the wire is the input of a schema, of a reply too.
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (io === 'output' && def.type === 'object' && def.catchall === undefined)
        jsonSchema.additionalProperties = false;
      // Every JavaScript integer has these bounds, so they do not inform the reader.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema as Schema;
}

/** One field as sent: always a text, which may wrap JSON. */
function fieldSchema(name: string, field: Field): Schema {
  const text = schemaOf(field.codec, 'input');
  if (field.inner === undefined || field.form === 'type^id') return { description: name, ...text };
  return {
    description: name,
    ...text,
    contentMediaType: 'application/json',
    ...(field.form === 'base64 json' ? { contentEncoding: 'base64' } : {}),
    contentSchema: schemaOf(field.inner, 'input'),
  };
}

/** A positional field with its position. */
export interface Positioned {
  readonly position: number;
  readonly name: string;
  readonly form: Field['form'];
  readonly optional: boolean;
  readonly schema: Schema;
}

/** The fields of a call by position: session and action if it has them, then its arguments. */
export function positionedFields(call: FieldCall): readonly Positioned[] {
  const lead: Omit<Positioned, 'position'>[] = [];
  const fixed = { form: 'text', optional: false } as const;
  if (call.session === 'first')
    lead.push({ ...fixed, name: 'session', schema: { type: 'string', description: 'session id' } });
  if (call.action !== '')
    lead.push({ ...fixed, name: 'action', schema: { const: call.action, description: 'action' } });
  const args = Object.entries(call.args).map(([name, field]) => ({
    name,
    form: field.form,
    optional: field.optional === true,
    schema: fieldSchema(name, field),
  }));
  return [...lead, ...args].map((field, index) => ({ ...field, position: index + 1 }));
}

/** A schema in TypeScript notation: `{ name: string, active: 0 | 1 }[]`. */
export function writtenShape(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(writtenShape).join(' | ');
  if (schema.type === 'array') {
    const { items = {} } = schema;
    const isChoice = items.anyOf !== undefined || items.enum !== undefined;
    return isChoice ? `(${writtenShape(items)})[]` : `${writtenShape(items)}[]`;
  }
  if (schema.type !== 'object') return schema.type ?? 'anything';
  if (schema.properties === undefined) {
    const value = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    return `{ [key]: ${writtenShape(value)} }`;
  }
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties).map(
    ([name, member]) => `${name}${required.has(name) ? '' : '?'}: ${writtenShape(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}
