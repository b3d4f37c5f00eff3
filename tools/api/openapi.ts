import { CONTRACT } from '#contract/all.ts';
import { callName, type Declaration } from '#contract/define.ts';
import { STATUSES } from './protocol.ts';
import { contractRows } from './rows.ts';
import { positionedFields, schemaOf, type Schema } from './schema.ts';

/** A JSON tree, such as an OpenAPI document. */
export type Tree = { readonly [key: string]: unknown };

const FORM = 'application/x-www-form-urlencoded';
const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The request body, by its media type. */
function request(call: Declaration): { media: string; schema: Schema } {
  if (call.kind === 'upload') {
    const meta = {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: schemaOf(call.meta, 'input'),
      description:
        call.session === 'none'
          ? 'JSON; the key in it takes the place of a session'
          : `JSON with sid (the session) and uploadType ${JSON.stringify(call.action)} besides`,
    };
    const file = {
      type: 'string',
      contentMediaType: 'application/octet-stream',
      description: call.accepts.join(', '),
    };
    const required = call.fileOptional === true ? ['meta'] : ['meta', 'file'];
    return { media: 'multipart/form-data', schema: { type: 'object', properties: { meta, file }, required } };
  }
  const fields = positionedFields(call);
  return {
    media: FORM,
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ position, schema }) => [String(position), schema])),
      required: fields.filter(({ optional }) => !optional).map(({ position }) => String(position)),
      additionalProperties: false,
    },
  };
}

/** The successful reply, by its media type. */
function reply(call: Declaration): { media: string; schema: Schema } {
  if (call.kind === 'download') return { media: 'application/octet-stream', schema: {} };
  if (call.kind === 'stream') return { media: 'text/event-stream', schema: schemaOf(call.event, 'output') };
  return { media: 'application/json', schema: schemaOf(call.reply, 'output') };
}

/** One media type for each kind of body; calls that share an endpoint are alternatives. */
function byMedia(parts: readonly { media: string; name: string }[]): Tree {
  const medias = Map.groupBy(parts, ({ media }) => media);
  return Object.fromEntries(
    [...medias].map(([media, some]) => [
      media,
      { schema: { anyOf: some.map(({ name }) => schemaRef(name)) } },
    ]),
  );
}

/** An endpoint is one path. Its calls differ by action, so each has its own schemas. */
function operation(endpoint: string, calls: readonly Declaration[]): Tree {
  const named = calls.map((call) => ({ call, name: callName(call) }));
  const refused = Object.keys(STATUSES).filter((status) => status !== '200');
  return {
    operationId: endpoint.replace('_a.php', ''),
    summary: `Calls of ${endpoint}: ${calls
      .map(({ action }) => action)
      .filter((each) => each !== '')
      .join(', ')}`,
    parameters: [
      { $ref: '#/components/parameters/IfMatch' },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ],
    requestBody: {
      required: true,
      content: byMedia(
        named.map(({ call, name }) => ({ media: request(call).media, name: `${name}.request` })),
      ),
    },
    responses: {
      200: {
        description: STATUSES[200],
        headers: {
          ETag: { $ref: '#/components/headers/ETag' },
          'x-next': { $ref: '#/components/headers/XNext' },
        },
        content: byMedia(
          named.map(({ call, name }) => ({ media: reply(call).media, name: `${name}.reply` })),
        ),
      },
      ...Object.fromEntries(refused.map((status) => [status, { $ref: `#/components/responses/S${status}` }])),
    },
    'x-calls': contractRows()
      .filter((row) => row.endpoint === endpoint)
      .map((row) => ({
        ...row,
        request: schemaRef(`${row.name}.request`),
        reply: schemaRef(`${row.name}.reply`),
      })),
  };
}

const header = (description: string, where: object = {}) => ({
  description,
  ...where,
  schema: { type: 'string' },
});

/** The contract as OpenAPI 3.1. */
export function makeOpenApi(version: string): Tree {
  const calls = CONTRACT.map(({ declared }) => declared);
  const endpoints = Map.groupBy(calls, ({ endpoint }) => endpoint);
  const schemas = calls.flatMap((call) => [
    [`${callName(call)}.request`, request(call).schema],
    [`${callName(call)}.reply`, reply(call).schema],
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Bureau', version, description: 'Generated from contract/ by `npm run api`.' },
    servers: [{ url: '/api' }],
    paths: Object.fromEntries(
      [...endpoints].sort().map(([endpoint, some]) => [`/${endpoint}`, { post: operation(endpoint, some) }]),
    ),
    components: {
      schemas: Object.fromEntries(schemas) as Tree,
      parameters: {
        IfMatch: header('The version that was seen, from ETag.', { name: 'If-Match', in: 'header' }),
        IdempotencyKey: header('The same key and content twice is one effect.', {
          name: 'Idempotency-Key',
          in: 'header',
        }),
      },
      headers: { ETag: header('The version of the record.'), XNext: header('The key of the next page.') },
      responses: Object.fromEntries(
        Object.entries(STATUSES)
          .filter(([status]) => status !== '200')
          .map(([status, description]) => [
            `S${status}`,
            { description, content: { 'application/json': { schema: { type: 'object' } } } },
          ]),
      ),
    },
  };
}
