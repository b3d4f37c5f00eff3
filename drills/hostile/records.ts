import { saveUser } from '#contract/access/users.ts';
import { callName, type ArgsOf, type FieldCall } from '#contract/define.ts';
import { encodeFields } from '#contract/encode.ts';
import { companySave } from '#contract/masters/company.ts';
import { employee } from '#contract/masters/employee.ts';
import { entity } from '#contract/masters/entity.ts';
import { saveRequest } from '#contract/requests/form.ts';
import { SAMPLES } from '#tools/testing/calls/all.ts';
import { sampleOf, type Setting } from '#tools/testing/calls/sample.ts';
import { FORM } from '#tools/testing/calls/send.ts';
import { fieldsBody } from '#tools/testing/world.ts';
import { HOSTILE_TEXTS } from './bodies.ts';
import type { HostileBody } from './item.ts';

const SAVES: readonly FieldCall[] = [saveUser, saveRequest, companySave, entity.save, employee.save];

/** Valid records that are saved with a hostile text in one field after the other. */
export async function hostileRecords(setting: Setting): Promise<HostileBody[]> {
  const bodies = await Promise.all(SAVES.map((save) => bodiesOf(save, setting)));
  // Alternates between the saves for each text, so that a short run covers every kind of record.
  return Object.keys(HOSTILE_TEXTS).flatMap((_, at) =>
    bodies.map((each) => each[at]).filter((body) => body !== undefined),
  );
}

async function bodiesOf(save: FieldCall, setting: Setting): Promise<HostileBody[]> {
  const content = await sampleOf(SAMPLES, save).content(setting);
  if (!('args' in content)) throw new Error(`${callName(save)} is no call with arguments`);
  return Object.entries(HOSTILE_TEXTS).map(([name, text]) => ({
    name: `${name}, to ${callName(save)}`,
    endpoint: save.endpoint,
    type: FORM,
    make: (session) => {
      const fields = [...encodeFields(save, content.args as ArgsOf<FieldCall>, session).values()];
      return fields.flatMap((field, index) =>
        spoiledRecords(field, text).map((spoiled) => fieldsBody(fields.with(index, spoiled))),
      );
    },
  }));
}

/** The JSON of a record with the text in each of its text fields in turn; empty for a field that contains no record. */
function spoiledRecords(field: string, text: string): string[] {
  if (!field.startsWith('{')) return [];
  const record = JSON.parse(field) as object;
  return textPaths(record).map((path) => JSON.stringify(withText(record, path, text)));
}

function textPaths(value: unknown): string[][] {
  if (typeof value === 'string') return [[]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner).map((path) => [key, ...path]));
}

function withText(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = withText(copy[key], rest, text);
  return copy;
}
