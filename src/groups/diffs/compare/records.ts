import type { RecordKind, SourceRecord } from '../records.ts';
import { mergedById, pagesById } from './pages.ts';
import type { RowsRun } from './rows.ts';

interface Digested {
  id: string;
  type: string | null;
  object_id: string | null;
  digest: string;
}

type Found = Record<'create' | 'update' | 'delete', string[]>;

const pageSize = 1_000;
const readTogether = 100;

/**
 * Compares the records of a kind by their ids. Records that are made stay in the snapshot: a change only says what differs.
 * Those that come are added before those that change, so that there is always an owner.
 * @returns adds those that go
 */
export async function compareRecords(
  rows: RowsRun,
  kind: RecordKind,
): Promise<() => Promise<void>> {
  const found: Found = { create: [], update: [], delete: [] };
  const digests = new Map<string, string>();
  let looked = 0;
  for await (const [target, source] of mergedById(pages(rows.target), pages(rows.source))) {
    if (++looked % pageSize === 0) await rows.add([], pageSize);
    if (target?.digest === source?.digest) continue;
    const one = (source ?? target) as Digested;
    if (!rows.only.hasRecord(kind, one, source)) continue;
    const action = !target ? 'create' : source ? 'update' : 'delete';
    found[action].push(one.id);
    if (target) digests.set(one.id, target.digest);
    // More are not kept.
    if (found.create.length + found.update.length + found.delete.length > mostFound) break;
  }
  await rows.add([], looked % pageSize);
  for (const action of ['create', 'update'] as const) await addAll(action);
  return () => addAll('delete');

  function pages(tenant: string) {
    return pagesById<Digested>(rows.run, pageSize, (after) => [
      'select * from worker.records_digests($1, $2, $3, $4)',
      [tenant, kind, after, pageSize],
    ]);
  }

  async function addAll(action: keyof Found): Promise<void> {
    // The last ones go first: they may refer to those before them.
    const ids = action === 'delete' ? found.delete.toReversed() : found[action];
    for (let at = 0; at < ids.length && !rows.add.isFull; at += readTogether) {
      const some = ids.slice(at, at + readTogether);
      const [before, after] = await Promise.all([
        action === 'create' ? new Map<string, SourceRecord>() : read(rows.target, some),
        action === 'delete' ? new Map<string, SourceRecord>() : read(rows.source, some),
      ]);
      await rows.add(
        some.flatMap((id) => changeOf(id, action, before.get(id), after.get(id))),
        0,
      );
    }
  }

  async function read(tenant: string, ids: string[]): Promise<Map<string, SourceRecord>> {
    const { rows: some } = await rows.run.query<SourceRecord>(
      'select id, type, shown from worker.records($1, $2, $3)',
      [tenant, kind, ids],
    );
    return new Map(some.map((one) => [one.id, one]));
  }

  function changeOf(
    id: string,
    action: keyof Found,
    before: SourceRecord | undefined,
    after: SourceRecord | undefined,
  ): string[] {
    const one = after ?? before;
    if (!one) return [];
    const rest = {
      ...{ section: 'rows', kind, key: id, action, type: one.type ?? undefined },
      ...(before ? { target_id: id, basis: digests.get(id) } : {}),
      ...(after ? { source_id: id } : {}),
    };
    return [
      `${JSON.stringify(rest).slice(0, -1)},"before":${before?.shown ?? 'null'},` +
        `"after":${after?.shown ?? 'null'},"wanted":null}`,
    ];
  }
}

/** As many changes as a comparison keeps. */
const mostFound = 100_000;
