import type { Change } from './parts.ts';
import type { PairedType, RowsRun } from './rows.ts';

interface Row {
  from_id: string;
  name: string;
  to_type_id: string;
  to_id: string;
  id: string;
  meta: string;
  /** `md5` of meta. */
  digest: string;
}

const pageSize = 5_000;
const addTogether = 500;

/** The names of types by their ids, in each of the two tenants. */
export type TypeNames = Record<'target' | 'source', ReadonlyMap<string, string>>;

export function typeNames(types: PairedType[]): TypeNames {
  const namesOf = (side: 'target' | 'source') =>
    new Map(types.map((one) => [one[side], one.name] as const));
  return { target: namesOf('target'), source: namesOf('source') };
}

/** Compares the associations that begin at objects of a type, by both ends and their name: those of one object at a time. */
export async function compareAssociations(
  rows: RowsRun,
  type: PairedType,
  { target: ours, source: theirs }: TypeNames,
): Promise<void> {
  const left = groupsOf(rows, rows.target, type.target);
  const right = groupsOf(rows, rows.source, type.source);
  let some: Array<Change | string> = [];
  let looked = 0;
  let [a, b] = [await left.next(), await right.next()];
  while (!(a.done && b.done) && !rows.add.isFull) {
    const [one, other] = [a.done ? undefined : a.value, b.done ? undefined : b.value];
    const from = one && other ? (one.from < other.from ? one : other).from : (one ?? other)?.from;
    const mine = one?.from === from ? byKey(one?.rows ?? [], ours) : new Map<string, Row>();
    const their = other?.from === from ? byKey(other?.rows ?? [], theirs) : new Map<string, Row>();
    if (one?.from === from) a = await left.next();
    if (other?.from === from) b = await right.next();
    looked += Math.max(mine.size, their.size);
    for (const key of new Set([...mine.keys(), ...their.keys()])) {
      const [was, is] = [mine.get(key), their.get(key)];
      if (was?.digest !== is?.digest && rows.only.hasAssociation(type.name, from ?? '', key, is))
        some.push(changeOf(type.name, key, was, is));
    }
    if (some.length < addTogether && looked < pageSize) continue;
    await rows.add(some, looked);
    [some, looked] = [[], 0];
  }
  if (!rows.add.isFull && looked > 0) await rows.add(some, looked);
}

/** By name and second end; those to types that are not compared are left out. */
function byKey(rows: Row[], names: ReadonlyMap<string, string>): Map<string, Row> {
  return new Map(
    rows.flatMap((row) => {
      const type = names.get(row.to_type_id);
      return type === undefined ? [] : [[`${row.name} ${type} ${row.to_id}`, row] as const];
    }),
  );
}

function changeOf(type: string, key: string, was: Row | undefined, is: Row | undefined): string {
  const [name = '', to_type = '', to_id = ''] = key.split(' ');
  const from_id = (is ?? was)?.from_id ?? '';
  const ends = { from_type: type, from_id, association_type: name, to_type, to_id };
  const rest = {
    section: 'rows',
    kind: 'associations',
    type,
    key: `${from_id} ${key}`,
    action: was ? (is ? 'update' : 'delete') : 'create',
    target_id: was?.id,
    source_id: is?.id,
    basis: was?.digest,
  };
  const wanted = `${JSON.stringify(ends).slice(0, -1)},"meta":${(is ?? was)?.meta ?? '{}'}}`;
  const shown = (row: Row | undefined) => (row ? `{"exists":true,"meta":${row.meta}}` : 'null');
  return (
    `${JSON.stringify(rest).slice(0, -1)},"before":${shown(was)},` +
    `"after":${shown(is)},"wanted":${wanted}}`
  );
}

/** The associations that begin at one object, object by object in the order of ids. */
async function* groupsOf(
  { run }: RowsRun,
  tenant: string,
  type: string,
): AsyncGenerator<{ from: string; rows: Row[] }> {
  let group: Row[] = [];
  for (let after = ['', '', '', '']; ; ) {
    run.signal.throwIfAborted();
    const { rows } = await run.query<Row>(
      'select * from worker.diff_associations($1, $2, $3, $4)',
      [tenant, type, after, pageSize],
    );
    for (const row of rows) {
      const from = group[0]?.from_id;
      if (from !== undefined && from !== row.from_id) {
        yield { from, rows: group };
        group = [];
      }
      group.push(row);
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    after = [last.from_id, last.name, last.to_type_id, last.to_id];
  }
  const [first] = group;
  if (first) yield { from: first.from_id, rows: group };
}
