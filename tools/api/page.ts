import { CONTRACT } from '#contract/all.ts';
import { callName, type Declaration } from '#contract/define.ts';
import { EFFECTS, HEADERS, STATUSES } from './protocol.ts';
import { writtenRight } from './rows.ts';
import { positionedFields, schemaOf, writtenShape, type Positioned } from './schema.ts';

const cell = (text: string) => text.replaceAll('|', '\\|');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
const code = (text: string) => `\`${text}\``;

function holds({ schema, form }: Positioned): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.contentSchema !== undefined) return code(writtenShape(schema.contentSchema));
  if (schema.enum !== undefined) return code(writtenShape(schema));
  if (form === 'number') return 'a serial number; 0 for a new record';
  return schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`;
}

function request(call: Declaration): string {
  if (call.kind === 'upload')
    return [
      table(
        ['part', 'holds'],
        [
          [
            '`meta`',
            `JSON ${code(writtenShape(schemaOf(call.meta, 'input')))} with \`sid\` and \`uploadType\` ${code(call.action)}`,
          ],
          [
            call.fileOptional === true ? '`file` (optional)' : '`file`',
            call.accepts.map((each) => code(`.${each}`)).join(' '),
          ],
        ],
      ),
    ].join('\n');
  const fields = positionedFields(call);
  return table(
    ['field', 'name', 'form', 'holds'],
    fields.map((field) => [
      String(field.position),
      field.optional ? `${field.name} (optional)` : field.name,
      field.form,
      holds(field),
    ]),
  );
}

function reply(call: Declaration): string {
  if (call.kind === 'download') return 'Reply: a file.';
  if (call.kind === 'stream')
    return `Reply: a stream of events ${code(writtenShape(schemaOf(call.event, 'output')))}.`;
  const orFile = call.kind === 'call' && call.mayBeFile === true ? ', or a file where one is asked for' : '';
  return `Reply: ${code(writtenShape(schemaOf(call.reply, 'output')))}${orFile}`;
}

function section(call: Declaration): string {
  const facts = [
    `Right ${code(writtenRight(call))}`,
    `effect ${code(call.effect)}`,
    `source ${call.source}`,
    ...(call.openDuringPasswordChange === true ? ['open while the password must be changed'] : []),
    ...(call.assumed === true ? ['**our reading**'] : []),
  ];
  return [
    `### ${callName(call)}`,
    call.summary,
    `${code(`POST /api/${call.endpoint}`)} · ${facts.join(' · ')}`,
    request(call),
    reply(call),
  ].join('\n\n');
}

/** The contract as a readable page. */
export function makePage(): string {
  const modules = Map.groupBy(CONTRACT, ({ module }) => module);
  const statuses = Object.entries(STATUSES);
  return `${[
    '# The wire',
    'Generated from `contract/` by `npm run api`; a running server has the same for machines at `/openapi.json`.',
    [
      'A call is `POST /api/<endpoint>`, form-encoded, its fields named `1` to `n`: the session where the call has one, the',
      'action, then the arguments. Fields given twice, left out or added are refused. Replies are JSON unless said otherwise.',
      'Uploads are multipart, `meta` before `file`. **Our reading** marks a shape that the specification leaves open.',
    ].join('\n'),
    `${CONTRACT.length} calls in ${modules.size} modules: ${[...modules.keys()].map((module) => `[${module}](#${module})`).join(', ')}.`,
    '## Statuses',
    table(['status', 'when'], statuses),
    '## Headers',
    table(['header', 'in', 'what'], HEADERS),
    '## Effects',
    table(['effect', 'what the call does'], EFFECTS),
    ...[...modules].flatMap(([module, calls]) => [
      `## ${module}`,
      ...calls.map(({ declared }) => section(declared)),
    ]),
  ].join('\n\n')}\n`;
}
