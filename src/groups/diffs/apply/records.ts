import { ask } from '../../../db/ask.ts';
import { openedSecrets, sealedAgain, sealedColumnsOf } from '../../../snapshot/secrets.ts';
import type { SourceRecord } from '../records.ts';
import type { Applying, Taken } from './applying.ts';

/**
 * The records that changes bring, as JSON: read out of the tenant that the snapshot was loaded into, because no copy of a password's
 * hash or a secret is kept with the changes.
 */
export async function recordsOf(
  { run, from: { source }, deps }: Applying,
  changes: Taken[],
): Promise<string> {
  const ids = changes.flatMap(({ source_id }) => source_id ?? []);
  if (source === undefined || ids.length === 0) return '[]';
  await ask(run.query, 'select worker.staging_touch($1) as answer', [source]);
  const { rows } = await run.query<SourceRecord>('select * from worker.records($1, $2, $3)', [
    ...[source, changes[0]?.kind],
    ids,
  ]);
  const { box } = deps.services;
  const sealedHere = (table: string, row: Record<string, unknown>) => ({
    ...row,
    ...Object.fromEntries(
      sealedColumnsOf(table).map((column) => {
        const opened = openedSecrets(box, source, column, row);
        return [column.column, sealedAgain(box, run.tenant_id, column, row, opened)];
      }),
    ),
  });
  const again = (sealed: SourceRecord['sealed']) =>
    sealed &&
    Object.fromEntries(
      Object.entries(sealed).map(([table, some]) => [
        table,
        some.map((row) => sealedHere(table, row)),
      ]),
    );
  const texts = rows.map(
    ({ id, shown, record, sealed }) =>
      `{"id":${JSON.stringify(id)},"shown":${shown},"record":${record},"sealed":${JSON.stringify(again(sealed))}}`,
  );
  return `[${texts.join(',')}]`;
}
