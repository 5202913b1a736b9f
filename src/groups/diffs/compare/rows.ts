import type { TaskRun } from '../../../tools/lanes/tasks.ts';
import type { Add } from './add.ts';
import type { Chosen } from './only.ts';
import { objectOrigins } from './origins.ts';
import { mergedById, pagesById } from './pages.ts';

/** An object type that both tenants have, by its name. */
export interface PairedType {
  name: string;
  target: string;
  source: string;
}

interface Digested {
  id: string;
  digest: string;
  key: string | null;
  /** Of its values as text. */
  bytes: number;
}
interface Read {
  id: string;
  version: number;
  properties: string;
  shown: string;
  key: string | null;
}
export interface RowsRun {
  run: TaskRun;
  target: string;
  source: string;
  ignored: string[];
  add: Add;
  only: Chosen;
}

const pageSize = 5_000;
/** Their values are in memory together. */
const readTogether = 200;
const bytesTogether = 4 * 1024 * 1024;

/** Compares the live objects of a type by their ids, or by a property: page by page, only what differs is read. */
export async function compareObjects(
  rows: RowsRun,
  type: PairedType,
  match: string | null,
): Promise<void> {
  const pairs = match
    ? matchedPairs(rows, type, match)
    : mergedById(pagesOf(rows, rows.target, type.target), pagesOf(rows, rows.source, type.source));
  let some: Array<[Digested | undefined, Digested | undefined]> = [];
  let looked = 0;
  let bytes = 0;
  for await (const pair of pairs) {
    const [target, source] = pair;
    if (rows.only.hasPair(type.name, target, source) && target?.digest !== source?.digest) {
      const more = (target?.bytes ?? 0) + (source?.bytes ?? 0);
      // A few large objects would fill the memory of the process.
      if (some.length > 0 && bytes + more > bytesTogether) await flush();
      some.push(pair);
      bytes += more;
    }
    looked++;
    if (some.length >= readTogether || looked >= pageSize) await flush();
    if (rows.add.isFull) return;
  }
  await flush();

  async function flush() {
    // A tenant may have thousands of types without objects: a write for each would take longer than reading them.
    if (looked === 0) return;
    const [target, source] = await Promise.all([
      readFrom(
        rows.target,
        type.target,
        some.map(([one]) => one?.id),
      ),
      readFrom(
        rows.source,
        type.source,
        some.map(([, one]) => one?.id),
      ),
    ]);
    const made = some.flatMap(([was, is]) => (is && !was ? [is.id] : []));
    const origins = rows.only.isRestore
      ? await objectOrigins(rows.run, rows.source, type.source, made)
      : new Map<string, object>();
    const changes = some.flatMap(([was, is]) => {
      const [before, after] = [was && target.get(was.id), is && source.get(is.id)];
      return before || after
        ? [changeOf(type.name, before, after, after && origins.get(after.id))]
        : [];
    });
    some = [];
    bytes = 0;
    await rows.add(changes, looked);
    looked = 0;
  }

  async function readFrom(tenant: string, ofType: string, ids: Array<string | undefined>) {
    const wanted = ids.filter((id) => id !== undefined);
    if (wanted.length === 0) return new Map<string, Read>();
    const { rows: found } = await rows.run.query<Read>(
      'select * from worker.diff_objects_read($1, $2, $3, $4, $5)',
      [tenant, ofType, wanted, rows.ignored, match],
    );
    return new Map(found.map((one) => [one.id, one]));
  }
}

/** As JSON: values of the database go through Node as the text that they are, so that no digit of a number is lost. */
function changeOf(
  type: string,
  before: Read | undefined,
  after: Read | undefined,
  origin: object | undefined,
): string {
  const rest = {
    section: 'rows',
    kind: 'objects',
    type,
    key: (after ?? before)?.key ?? (after ?? before)?.id,
    action: before ? (after ? 'update' : 'delete') : 'create',
    target_id: before?.id,
    source_id: after?.id,
    basis: before && String(before.version),
    origin,
  };
  return (
    `${JSON.stringify(rest).slice(0, -1)},"before":${before?.shown ?? 'null'},` +
    `"after":${after?.shown ?? 'null'},"wanted":${after?.properties ?? 'null'}}`
  );
}

const pagesOf = (
  { run, ignored }: RowsRun,
  tenant: string,
  type: string,
  match: string | null = null,
): AsyncGenerator<Digested> =>
  pagesById(run, pageSize, (after) => [
    'select * from worker.diff_objects($1, $2, $3, $4, $5, $6)',
    [tenant, type, after, pageSize, ignored, match],
  ]);

type Pair = [Digested | undefined, Digested | undefined];

/** Keys of this many objects are held in memory for each side. */
const mostMatched = 1_000_000;

/** By the value of a property; the second of one value, and those without one, by their ids. */
async function* matchedPairs(rows: RowsRun, type: PairedType, match: string): AsyncGenerator<Pair> {
  const nameOf = ({ id, key }: Digested, taken: ReadonlyMap<string, Digested>) =>
    key !== null && !taken.has(`=${key}`) ? `=${key}` : `#${id}`;
  const known = new Map<string, Digested>();
  for await (const one of pagesOf(rows, rows.target, type.target, match)) {
    known.set(nameOf(one, known), one);
    if (known.size > mostMatched)
      throw new Error(`${type.name} has more than 1,000,000 objects: match them by id`);
  }
  const seen = new Map<string, Digested>();
  for await (const one of pagesOf(rows, rows.source, type.source, match)) {
    const name = nameOf(one, seen);
    seen.set(name, one);
    yield [known.get(name), one];
    known.delete(name);
  }
  for (const one of known.values()) yield [one, undefined];
}
