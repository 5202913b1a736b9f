import type { HandlerCall } from '../../../operations/handler.ts';
import { type Body, type KindName, kindNames, kindOf } from '../kinds.ts';
import { referredIn } from '../markers.ts';
import { early, nameless, nameOf } from '../parts.ts';
import type { Manifest } from '../shapes.ts';
import { foreignIn, type LeftOut, portableOf, whyNot } from './portable.ts';
import { type Found, recordsOf } from './tenant-records.ts';

/**
 * Exports the configuration of a tenant as the members of a manifest: read in one transaction of the requests that list
 * it, so that callers get only what they may see.
 * @param kinds which kinds
 * @param isOurs whether a record belongs into it
 */
export async function partsOfTenant(
  call: HandlerCall<unknown>,
  kinds: ReadonlySet<KindName>,
  isOurs: (kind: KindName, id: string) => boolean,
): Promise<{ parts: Pick<Manifest, KindName | 'settings_schema'>; leftOut: LeftOut[] }> {
  const all = await recordsOf(call, kinds);
  const ours = inOrder(named(all.filter(({ kind, record }) => isOurs(kind, record.id))));
  const leftOut: LeftOut[] = [];
  const records = ours.filter((one) => {
    const why = whyNot(one, all);
    if (why && why !== 'held') leftOut.push({ kind: one.kind, key: one.key, why });
    return why === undefined;
  });
  const portable = new Map(records.map((one) => [one, portableOf(one)] as const));
  const marks = marksOf(records, all);
  const make = (one: Found, secrets: Record<string, Body>) =>
    bodyOf(call, portable.get(one)?.record ?? one.record, one, marks, secrets);
  const inCircle = circle(records, (one) => make(one, {}));
  const secrets: Record<string, Body> = {};
  const bodies = new Map<Found, Body>();
  for (const one of records) {
    const { kind, key } = one;
    if (inCircle.has(one)) leftOut.push({ kind, key, why: 'unsupported' });
    else {
      const body = make(one, secrets);
      bodies.set(one, body);
      for (const less of [...(portable.get(one)?.less ?? []), ...foreignIn(body)])
        leftOut.push({ kind, key: `${key}.${less.member}`, why: less.why });
    }
  }
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
    parts: {
      ...(Object.keys(secrets).length > 0 ? { settings_schema: schema } : {}),
      ...manifest,
    },
    leftOut,
  };
}

/** Gives each record the key that the manifest knows it by: those of one name are numbered. */
function named(found: Found[]): Found[] {
  const taken = new Set<string>();
  const placeOf = ({ kind, holder, record }: Found) =>
    found
      .filter((one) => one.kind === kind && one.holder === holder)
      .findIndex((one) => one.record === record);
  for (const one of found) {
    const { within, name, mayBeNameless } = kindOf(one.kind);
    const holder = found.find(
      ({ kind, record }) => kind === within?.kind && record.id === one.holder,
    );
    const base = String(name(one.record) ?? (mayBeNameless ? nameless(placeOf(one)) : one.kind));
    const prefix = holder ? `${kindOf(holder.kind).name(holder.record)}.` : (one.holder ?? '');
    let own = base;
    for (let n = 2; taken.has(`${one.kind}/${prefix}${own}`); n++) own = `${base} (${n})`;
    taken.add(`${one.kind}/${prefix}${own}`);
    one.key = holder ? prefix + own : own;
    const member =
      one.kind === 'widgets' ? 'title' : one.kind === 'webhooks' ? 'description' : 'name';
    if (!mayBeNameless || name(one.record)) one.record = { ...one.record, [member]: own };
  }
  return found;
}

/** Those that refer to each other in a circle, and so cannot be made one after the other, with those that refer to them. */
function circle(records: Found[], bodyOf: (one: Found) => Body): Set<Found> {
  const names = new Map(records.map((one) => [one, nameOf(one)]));
  const left = new Set(records);
  const needs = new Map(
    records.map((one) => {
      const holder = records.find(
        ({ kind, record }) => kind === kindOf(one.kind).within?.kind && record.id === one.holder,
      );
      const body = early({ ...one, body: bodyOf(one), place: '' });
      return [one, [...referredIn(body), ...(holder ? [nameOf(holder)] : [])]] as const;
    }),
  );
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    const waiting = new Set([...left].map((one) => names.get(one)));
    for (const one of left)
      if (!needs.get(one)?.some((name) => waiting.has(name))) left.delete(one);
  }
  return left;
}

/** By kinds and names; what is held by another part as it was made, since properties are shown in that order. */
const inOrder = (found: Found[]): Found[] =>
  kindNames.flatMap((kind) => {
    const ofKind = found.filter((one) => one.kind === kind);
    return kindOf(kind).within ? ofKind : ofKind.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  });

/** Replacements for ids in a manifest: the name of a type, or a reference to another part. */
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
  record: Body,
  { kind, key }: Found,
  marks: ReadonlyMap<string, unknown>,
  secrets: Record<string, Body>,
): Body {
  const { path, switch: own, kept = [], later = [] } = kindOf(kind);
  const { route } = call.findRoute('POST', path.replace(':parent', 'x'));
  const taken = Object.keys(route.body?.shape ?? {}).filter((name) => !kept.includes(name));
  const names = [...taken, ...(own ? [own.member] : []), ...later];
  const fields = [...new Set(names)].flatMap((name) => {
    const value = record[name];
    return value === undefined || value === null || value === ''
      ? []
      : [[name, marked(value, marks)] as const];
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
