import type { FindRoute } from '../../../operations/transaction.ts';
import type { Body } from '../../plugins/index.ts';
import { type ComparedKind, comparedKind, comparedKinds } from '../kinds.ts';
import type { Look } from './look.ts';
import { marked, referenceTo } from './marks.ts';

/** A record of the schema or the configuration of a tenant. */
export interface Part {
  kind: string;
  /** The name that it is matched by: `tasks`, or `tasks.title` for a property. */
  key: string;
  id: string;
  /** The object type that it belongs to. */
  type?: string;
  /** The key of what holds it. */
  parent?: string;
  /** Its id. */
  holder?: string;
  /** The members that requests can set, with names in the place of ids. */
  body: Body;
}

type Shown = Body & { id: string };
interface Found {
  kind: ComparedKind;
  record: Shown;
  holder?: Shown;
  key: string;
  parent?: string;
}

/** More than any limit of a plan, so that lists are whole. */
const most = 100_000;

/** All parts of some kinds in a tenant, each after its holder. */
export async function partsOf(
  look: Look,
  findRoute: FindRoute,
  kinds: Set<string>,
): Promise<Part[]> {
  const found = named(await recordsOf(look, kinds));
  const marks = marksOf(found);
  return found
    .filter(({ kind }) => kinds.has(kind.kind))
    .map((one) => partOf(one, findRoute, marks));
}

async function recordsOf(look: Look, kinds: Set<string>): Promise<Found[]> {
  // Types are needed for the names of all that names one.
  const wanted = (kind: ComparedKind) => kind.kind === 'object_types' || kinds.has(kind.kind);
  const all = new Map<string, Found[]>();
  for (const kind of comparedKinds.filter(wanted)) all.set(kind.kind, await listOf(kind));
  // Reports make their jobs.
  const ofReports = new Set(
    all.get('reports')?.map(({ record }) => (record.schedule as Body | null)?.job_id),
  );
  return [...all.values()].flat().filter(({ record }) => !ofReports.has(record.id));

  async function listOf(kind: ComparedKind): Promise<Found[]> {
    if (kind.isSingle)
      return [{ kind, record: { ...(await look<Body>(kind.path)), id: kind.kind }, key: '' }];
    if (kind.kind === 'widgets')
      return held(kind).flatMap(({ record: holder }) =>
        (holder.widgets as Shown[]).map((record) => ({ kind, record, holder, key: '' })),
      );
    if (kind.within) {
      const lists = await Promise.all(
        held(kind).map(async ({ record: holder }) => {
          const path = kind.path.replace(':parent', encodeURIComponent(holder.id));
          const records = await listOfPath(path);
          return records.map((record) => ({ kind, record, holder, key: '' }));
        }),
      );
      return lists.flat().filter(isCompared).toSorted(byAge);
    }
    const records = await listOfPath(kind.path);
    // Lists leave the code of functions out.
    const whole =
      kind.kind === 'functions'
        ? await Promise.all(records.map(({ id }) => look<Shown>(`${kind.path}/${id}`)))
        : records;
    return whole
      .map((record) => ({
        kind,
        record: kind.id ? { ...record, id: String((record as Body)[kind.id]) } : record,
        key: '',
      }))
      .filter(isCompared)
      .toSorted(byAge);
  }

  async function listOfPath(path: string): Promise<Shown[]> {
    const answer = await look<Shown[] | { results: Shown[] }>(path, { limit: most, offset: 0 });
    return Array.isArray(answer) ? answer : answer.results;
  }

  function held(kind: ComparedKind): Found[] {
    return all.get(kind.within?.kind ?? '') ?? [];
  }
}

/** Built-in roles are everywhere; a private view of a user is theirs, those of keys are shared by keys; a job for one moment that is past is done. */
function isCompared({ kind: { kind }, record }: Found): boolean {
  if (kind === 'views') return record.visibility !== 'private' || record.created_by === null;
  if (kind === 'jobs' && typeof record.run_at === 'string')
    return Date.parse(record.run_at) > Date.now();
  return record.is_system !== true;
}

const ageOf = ({ record }: Found): string => `${record.created_at} ${record.id}`;
const byAge = (a: Found, b: Found): number => (ageOf(a) < ageOf(b) ? -1 : 1);

/** Gives each its key; of several with one name, the older ones come first. */
function named(found: Found[]): Found[] {
  const taken = new Set<string>();
  const places = new Map<Shown | undefined, number>();
  const keys = new Map<string, string>();
  for (const one of found) {
    const { kind, holder, record } = one;
    const place = (places.get(holder) ?? 0) + 1;
    places.set(holder, place);
    const base = String(nameIn(kind, record) ?? `#${place}`);
    const prefix = holder ? `${keys.get(holder.id)}.` : '';
    let key = prefix + base;
    for (let n = 2; taken.has(`${kind.kind}/${key}`); n++) key = `${prefix}${base} (${n})`;
    taken.add(`${kind.kind}/${key}`);
    keys.set(record.id, key);
    one.key = key;
    if (holder) one.parent = String(keys.get(holder.id));
  }
  return found;
}

/** Webhooks by their URL: a description says less about which one it is. */
const nameIn = (kind: ComparedKind, record: Body): unknown =>
  kind.kind === 'webhooks' ? record.url : kind.name(record);

/** The names that stand for ids: of a type its name, which requests take as well, of others a reference. */
function marksOf(found: Found[]): Map<string, unknown> {
  return new Map(
    found
      // A domain is also a domain where nothing refers to it.
      .filter(({ kind }) => kind.id === undefined)
      .map(({ kind, record, key }) => [
        record.id,
        kind.kind === 'object_types' ? record.name : referenceTo(`${kind.kind}/${key}`),
      ]),
  );
}

function partOf(
  { kind, record, holder, key, parent }: Found,
  findRoute: FindRoute,
  marks: ReadonlyMap<string, unknown>,
): Part {
  const body = Object.fromEntries(
    fieldsOf(kind, findRoute).flatMap((name) => {
      const value = kind.computed?.[name]?.(record) ?? plain(kind, name, record[name]);
      return value === undefined || value === null || value === ''
        ? []
        : [[name, marked(value, marks)] as const];
    }),
  );
  const type = kind.kind === 'object_types' ? record : holder;
  const isOfType = kind.kind === 'object_types' || kind.within?.kind === 'object_types';
  return {
    kind: kind.kind,
    key,
    id: record.id,
    body,
    ...(isOfType ? { type: String(type?.name) } : {}),
    ...(parent === undefined ? {} : { parent }),
    ...(holder ? { holder: holder.id } : {}),
  };
}

const fields = new Map<string, string[]>();

/** The members that requests can set: those of POST and PATCH. */
function fieldsOf(kind: ComparedKind, findRoute: FindRoute): string[] {
  const known = fields.get(kind.kind);
  if (known) return known;
  const { path, kept = [], apart = [], later = [], switch: own } = kind;
  const at = path.replace(':parent', 'x');
  const shape = (method: 'POST' | 'PATCH', where: string) =>
    Object.keys(findRoute(method, where).route.body?.shape ?? {});
  const all = new Set([
    ...(kind.isSingle
      ? shape(kind.changedBy ?? 'PATCH', at)
      : [...shape('POST', at), ...(kind.id ? [] : shape('PATCH', `${at}/x`))]),
    ...(own ? [own.member] : []),
    ...apart,
    ...later,
  ]);
  for (const name of [...kept, ...(kind.left ?? []), 'tenant_id', 'version']) all.delete(name);
  const made = [...all];
  fields.set(kind.kind, made);
  return made;
}

/** A value without what only its record has. */
function plain({ kind }: ComparedKind, name: string, value: unknown): unknown {
  if (kind === 'reports' && name === 'schedule' && value) {
    const { job_id: _, next_run_at: __, ...kept } = value as Body;
    return kept;
  }
  if (kind === 'object_types' && name === 'ai_index' && value) {
    const { properties, provider_id } = value as Body;
    return { properties, ...(provider_id ? { provider_id } : {}) };
  }
  if (kind === 'functions' && name === 'env' && value)
    return Object.fromEntries(Object.keys(value as Body).map((one) => [one, '••••']));
  return value;
}

export const holderKind = (part: Part): string | undefined => comparedKind(part.kind).within?.kind;
