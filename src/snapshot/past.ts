import type pg from 'pg';
import type { Manifest } from './format.ts';

/** A tenant as it was at an earlier moment: its objects and their associations, with the schema and configuration that it has now. */
export interface Past {
  /** ISO 8601 with an offset. */
  moment: string;
  /** Only objects of some types, by their names or ids, and some objects by their ids. */
  only?: { types?: string[]; objects?: string[] } | undefined;
  /** Only rows that may be different now. */
  isPart?: boolean | undefined;
}

/** Facts about it beside its rows. */
export interface PastFacts {
  /** The ids of the types that were named; null: all. */
  types: string[] | null;
  /** Types that were there, and are not any more. */
  gone: Array<{ id: string; name: string }>;
  /** How many objects have not changed since, and are no rows of a part. */
  unchanged: number;
}

export interface ReadPast {
  facts: PastFacts;
  /** In the manifest, in place of the present moment. */
  begun: Pick<Manifest, 'snapshot_at' | 'feed_place'>;
  /** The FROM clause that rows of a table are selected with, as `t`; undefined: as they are now. */
  rows(table: string): string | undefined;
}

const tables = new Set(['objects', 'associations', 'journal']);

/** Whether a table is read: of an earlier moment there are no others than these, and the schema. */
export const isRead =
  (past: Past | undefined) =>
  ({ name, is_schema }: { name: string; is_schema: boolean }): boolean =>
    past === undefined || is_schema || tables.has(name);

/**
 * In the transaction that reads the tenant.
 * @throws 409 AS_OF_UNAVAILABLE where a state that is needed is not kept
 */
export async function readPast(client: pg.Client, tenant: string, past: Past): Promise<ReadPast> {
  const { moment, only = {}, isPart = false } = past;
  const { rows } = await client.query<{ read: PastFacts & { feed_place: string } }>(
    'select worker.snapshot_past($1, $2, $3, $4) as read',
    [tenant, moment, JSON.stringify(only), isPart],
  );
  const [first] = rows;
  if (!first) throw new Error('worker.snapshot_past has answered nothing');
  const { feed_place, ...facts } = first.read;
  const list = (some: string[] | null | undefined) =>
    some ? `array[${some.map((one) => client.escapeLiteral(one))}]::text[]` : 'null';
  const at = `${client.escapeLiteral(tenant)}, ${client.escapeLiteral(moment)}`;
  const from = new Map([
    [
      'objects',
      `from app.objects_past(${at}, ${list(facts.types)}, ${list(only.objects)}, ${isPart}) t`,
    ],
    ['associations', `from app.associations_past(${at}, ${isPart}) t`],
  ]);
  return {
    facts,
    begun: { snapshot_at: moment, feed_place },
    rows: (table) => from.get(table),
  };
}
