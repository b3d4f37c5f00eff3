import { callName, type FieldCall, type Declaration, type Upload } from '#contract/define.ts';
import { isRightKey, type RightNeed } from '#domain/rights.ts';
import type { Bound } from './handler.ts';
import { malformed, Problem } from './problems.ts';

export interface BoundCall extends Bound {
  readonly name: string;
  readonly declared: FieldCall;
  /** The allowed number of fields: session and action, then the arguments, the optional ones last. */
  readonly minFields: number;
  readonly maxFields: number;
  readonly codecs: readonly [string, FieldCall['args'][string]][];
}

export interface BoundUpload extends Bound {
  readonly name: string;
  readonly declared: Upload;
}

export interface Registry {
  /** The call that these fields address. */
  find(endpoint: string, fields: readonly string[]): BoundCall;
  /** The call with this name; undefined if this program has none. */
  named(name: string): BoundCall | undefined;
  /** The upload that the JSON part addresses, by its uploadType and by the field that tells its variants apart. */
  findUpload(endpoint: string, meta: Readonly<Record<string, unknown>>): BoundUpload | undefined;
}

interface Endpoint {
  readonly open: Map<string, BoundCall>;
  readonly session: Map<string, BoundCall>;
}

function keysOf(right: RightNeed): readonly string[] {
  if (typeof right === 'string') return [];
  const others = [right.or, right.either].filter((other) => typeof other === 'object');
  return [right.key, ...others.map(({ key }) => key)];
}

/** Whether no JSON part addresses both of two uploads of one uploadType. */
const areApart = ({ variant: one }: Upload, { variant: other }: Upload): boolean =>
  one !== undefined && other !== undefined && one.field === other.field && one.value !== other.value;

/** Start-up fails on a duplicate, an unknown right, a call without a handler or a handler without a call. */
export function makeRegistry(contract: readonly Declaration[], bound: readonly Bound[]): Registry {
  const endpoints = new Map<string, Endpoint>();
  const uploads = new Map<string, BoundUpload[]>();
  const byName = new Map<string, BoundCall>();
  const known = new Set(contract);
  const handled = new Set<Declaration>();

  for (const { declared, handle, refuseFirst, begin, receive, admit } of bound) {
    const name = callName(declared);
    if (!known.has(declared)) throw new Error(`${name} has a handler but is not in the contract`);
    if (handled.has(declared)) throw new Error(`${name} has two handlers`);
    handled.add(declared);
    const unknown = keysOf(declared.right).find((key) => !isRightKey(key));
    if (unknown !== undefined) throw new Error(`${name} asks for the unknown right ${unknown}`);
    if ((declared.right === 'public') !== (declared.session === 'none'))
      throw new Error(`${name} is public without being open, or open without being public`);

    if (declared.kind === 'upload') {
      if (declared.keeps === true && (declared.reads === undefined || declared.effect === 'read'))
        throw new Error(`${name} keeps a file that it does not read as a sheet, or only reads`);
      if ((admit !== undefined) !== (declared.session === 'none'))
        throw new Error(`${name} has no session and checks no key, or checks a key beside a session`);
      const key = `${declared.endpoint} ${declared.action}`;
      const others = uploads.get(key) ?? [];
      if (others.some((other) => !areApart(other.declared, declared)))
        throw new Error(`upload ${key} is declared twice`);
      const upload = {
        ...{ name, declared, handle },
        ...(refuseFirst && { refuseFirst }),
        ...(begin && { begin }),
        ...(receive && { receive }),
        ...(admit && { admit }),
      };
      uploads.set(key, [...others, upload]);
      // An upload without a session is the only one of its endpoint, so that its JSON part need not name it.
      if (admit !== undefined) uploads.set(`${declared.endpoint} `, [upload]);
      continue;
    }
    const endpoint: Endpoint = endpoints.get(declared.endpoint) ?? { open: new Map(), session: new Map() };
    endpoints.set(declared.endpoint, endpoint);
    const forms = declared.session === 'none' ? endpoint.open : endpoint.session;
    const otherForms = declared.session === 'none' ? endpoint.session : endpoint.open;
    const other = otherForms.get(declared.action)?.declared;
    if (forms.has(declared.action) || (other !== undefined && !(declared.isTwin ?? other.isTwin)))
      throw new Error(`${name} is declared twice`);
    const codecs = Object.entries(declared.args);
    const firstOptional = codecs.findIndex(([, field]) => field.optional);
    if (firstOptional >= 0 && codecs.slice(firstOptional).some(([, field]) => !field.optional))
      throw new Error(`${name} has a required argument after an optional one`);
    const lead = (declared.session === 'first' ? 1 : 0) + (declared.action === '' ? 0 : 1);
    const call: BoundCall = {
      name,
      declared,
      handle,
      codecs,
      minFields: lead + (firstOptional < 0 ? codecs.length : firstOptional),
      maxFields: lead + codecs.length,
    };
    forms.set(declared.action, call);
    byName.set(name, call);
  }
  for (const declared of contract)
    if (!handled.has(declared)) throw new Error(`${callName(declared)} is declared but has no handler`);

  return {
    find(endpointName, fields) {
      const endpoint = endpoints.get(endpointName);
      if (endpoint === undefined) throw new Problem(404, { err: 'There is no such service.' });
      // A session id is 43 characters long, so it cannot equal the name of a public action.
      const call =
        endpoint.open.get(fields[0] ?? '') ?? endpoint.session.get(fields[1] ?? '') ?? endpoint.open.get('');
      if (call === undefined) throw malformed('There is no such action.');
      if (fields.length < call.minFields) throw malformed(`Field ${fields.length + 1} is missing.`);
      if (fields.length > call.maxFields) throw malformed(`Field ${call.maxFields + 1} is not expected.`);
      return call;
    },
    named: (name) => byName.get(name),
    findUpload: (endpoint, { uploadType = '', ...meta }) =>
      uploads
        .get(`${endpoint} ${typeof uploadType === 'string' ? uploadType : '?'}`)
        ?.find(({ declared: { variant } }) => variant === undefined || meta[variant.field] === variant.value),
  };
}
