import type { HandlerCall } from '../../../http/handler.ts';
import { type Body, heldBy, type KindName, kindNames, kindOf } from '../kinds.ts';
import { nameOf } from '../parts.ts';
import type { Manifest } from '../shapes.ts';
import { type Prepared, prepare } from './prepare.ts';

/** A record as its list shows it. */
type Shown = Body & { id: string };
interface Found {
  kind: KindName;
  key: string;
  record: Shown;
  holder?: string;
}
const most = 1000;

/**
 * What a tenant has set up, as the members of a manifest: read in one transaction of the requests that list it, so that
 * callers get what they may see.
 * @param kinds which kinds
 * @param isOurs whether a record belongs into it
 */
export async function partsOfTenant(
  call: HandlerCall<unknown>,
  kinds: ReadonlySet<KindName>,
  isOurs: (kind: KindName, id: string) => boolean,
): Promise<Pick<Manifest, KindName | 'settings_schema'>> {
  const all = await read(call, kinds);
  const records = named(all.filter(({ kind, record }) => isOurs(kind, record.id)));
  const secrets: Record<string, Body> = {};
  const marks = marksOf(records, all);
  const bodies = new Map(records.map((one) => [one, bodyOf(call, one, marks, secrets)] as const));
  const manifest: Record<string, Body[]> = {};
  for (const [{ kind, holder }, body] of bodies) {
    const { within } = kindOf(kind);
    const parent =
      within && records.find((one) => one.kind === within.kind && one.record.id === holder);
    const list = parent ? (bodies.get(parent) as Record<string, Body[]>) : manifest;
    const named = within && !parent ? { [within.by]: nameOfType(all, holder), ...body } : body;
    list[kind] = [...(list[kind] ?? []), named];
  }
  const schema = { type: 'object', properties: secrets, required: Object.keys(secrets) };
  return {
    ...(Object.keys(secrets).length > 0 ? { settings_schema: schema } : {}),
    ...manifest,
  };
}

/** All records of some kinds, with the types that they are about. */
async function read(call: HandlerCall<unknown>, kinds: ReadonlySet<KindName>): Promise<Found[]> {
  const first: KindName[] = ['object_types', ...kindNames.filter((kind) => kinds.has(kind))];
  const listed = [...new Set(first)].filter((kind) => !kindOf(kind).within);
  const lists = await answers<Shown[]>(
    call,
    await Promise.all(listed.map((kind) => list(call, kindOf(kind).path))),
  );
  const found = listed.flatMap((kind, index) =>
    (lists[index] ?? [])
      .filter((record) => record.is_system !== true)
      .map((record): Found => ({ kind, key: '', record })),
  );
  const inner = found.flatMap(({ kind, record }) =>
    kind === 'object_types'
      ? heldBy(kind)
          .filter((held) => kinds.has(held))
          .map((held) => ({ kind: held, holder: record.id }))
      : [],
  );
  const held = await answers<Shown[]>(
    call,
    await Promise.all(
      inner.map(({ kind, holder }) => list(call, kindOf(kind).path.replace(':parent', holder))),
    ),
  );
  const nested = inner.flatMap(({ kind, holder }, index) =>
    (held[index] ?? []).map((record): Found => ({ kind, key: '', record, holder })),
  );
  const widgets = found
    .filter(({ kind }) => kind === 'dashboards' && kinds.has('widgets'))
    .flatMap(({ record }) =>
      (record.widgets as Shown[]).map(
        (widget): Found => ({ kind: 'widgets', key: '', record: widget, holder: record.id }),
      ),
    );
  const all = await withCode(call, [...found, ...nested, ...widgets]);
  // As they were made: lists have their own orders.
  return all.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1));
}

const ageOf = ({ record }: Found): string => `${record.created_at} ${record.id}`;

/** Lists leave the code of functions out. */
async function withCode(call: HandlerCall<unknown>, found: Found[]): Promise<Found[]> {
  const functions = found.filter(({ kind }) => kind === 'functions');
  const gets = await Promise.all(
    functions.map(({ record }) => list(call, `${kindOf('functions').path}/${record.id}`)),
  );
  const whole = await answers<Shown>(call, gets);
  for (const [index, one] of functions.entries()) one.record = whole[index] as Shown;
  return found;
}

async function list(call: HandlerCall<unknown>, path: string): Promise<Prepared> {
  const step = await prepare(call, 'GET', path, undefined, 'include', '');
  return { ...step, args: { ...step.args, limit: most, offset: 0 } };
}

async function answers<T>(call: HandlerCall<unknown>, steps: Prepared[]): Promise<T[]> {
  if (steps.length === 0) return [];
  const { results } = await call.ask<{ results: Array<{ data: T }> }>('transaction_run', { steps });
  return results.map(({ data }) => data);
}

/** Gives each record the key that the manifest knows it by: those of one name are numbered. */
function named(found: Found[]): Found[] {
  const taken = new Set<string>();
  for (const one of found) {
    const { within, name } = kindOf(one.kind);
    const holder = found.find(
      ({ kind, record }) => kind === within?.kind && record.id === one.holder,
    );
    const base = String(name(one.record) ?? one.kind);
    const prefix = holder ? `${name(holder.record)}.` : (one.holder ?? '');
    let own = base;
    for (let n = 2; taken.has(`${one.kind}/${prefix}${own}`); n++) own = `${base} (${n})`;
    taken.add(`${one.kind}/${prefix}${own}`);
    one.key = holder ? prefix + own : own;
    const member =
      one.kind === 'widgets' ? 'title' : one.kind === 'webhooks' ? 'description' : 'name';
    one.record = { ...one.record, [member]: own };
  }
  return found;
}

/** What stands for an id in a manifest: the name of a type, or a reference to another part. */
function marksOf(records: Found[], all: Found[]): Map<string, unknown> {
  const marks = new Map<string, unknown>();
  for (const { kind, record } of all)
    if (kind === 'object_types') marks.set(record.id, record.name);
  for (const one of records)
    if (one.kind !== 'object_types') marks.set(one.record.id, { $ref: nameOf(one) });
  return marks;
}

const nameOfType = (all: Found[], id?: string): unknown =>
  all.find(({ record }) => record.id === id)?.record.name;

/** The fields of a record that the request which makes it takes. Secret ones become settings. */
function bodyOf(
  call: HandlerCall<unknown>,
  { kind, key, record }: Found,
  marks: ReadonlyMap<string, unknown>,
  secrets: Record<string, Body>,
): Body {
  const { path, switch: own, kept = [] } = kindOf(kind);
  const { route } = call.findRoute('POST', path.replace(':parent', 'x'));
  const taken = Object.keys(route.body?.shape ?? {}).filter((name) => !kept.includes(name));
  const names = [...taken, ...(own ? [own.member] : [])];
  const fields = names.flatMap((name) => {
    const value = record[name];
    return value === undefined || value === null ? [] : [[name, marked(value, marks)] as const];
  });
  const body: Body = Object.fromEntries(fields);
  if (kind === 'functions') body.env = asSettings(key, (record.env ?? {}) as Body, secrets);
  return sealedHeaders(key, body, secrets) as Body;
}

function marked(value: unknown, marks: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return marks.get(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => marked(one, marks));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, marked(one, marks)]));
}

/** The headers of calls that come masked become secret settings. */
function sealedHeaders(key: string, value: unknown, secrets: Record<string, Body>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => sealedHeaders(key, one, secrets));
  const entries = Object.entries(value).map(([name, one]) => {
    const isMap = name === 'headers' && typeof one === 'object' && one !== null;
    if (!isMap) return [name, sealedHeaders(key, one, secrets)] as const;
    const masked = Object.fromEntries(Object.entries(one).filter(([, text]) => text === '••••'));
    return [name, { ...one, ...asSettings(key, masked, secrets) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Secrets by their names, each of which becomes a setting: the environment of a function, headers. */
function asSettings(key: string, values: Body, secrets: Record<string, Body>): Body {
  return Object.fromEntries(
    Object.keys(values).map((name) => {
      const base = `${key}_${name}`.replace(/[^A-Za-z0-9_]+/g, '_');
      let setting = base;
      for (let n = 2; Object.hasOwn(secrets, setting); n++) setting = `${base}_${n}`;
      secrets[setting] = { type: 'string', writeOnly: true, description: `${name} of ${key}` };
      return [name, { $setting: setting }];
    }),
  );
}
