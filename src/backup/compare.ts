import type pg from 'pg';

/**
 * A restored database beside the one that it is a copy of, which is read and written meanwhile. Every row can be
 * compared that was written below a number (`before`) under which all transactions had ended, when the copy had not yet ended:
 * it is in both, unless the original has changed it since. Both are looked at to the byte.
 */
export interface Sides {
  /** In a transaction that began when `before` was read. */
  live: pg.ClientBase;
  /** Sees what has changed in the original since. */
  now: pg.ClientBase;
  restored: pg.ClientBase;
  before: string;
}

/** Rows of a table that one side does not have: of one tenant, or of the installation (null). */
export interface Mismatch {
  tenant_id: string | null;
  table: string;
  /** Rows of the original that the copy lacks or has otherwise. */
  missing: number;
  /** Rows of the copy that the original did not have. */
  unexpected: number;
}

export interface Compared {
  tenants: number;
  rows: number;
  /** Rows that the original has changed meanwhile. */
  changed: number;
  mismatches: Mismatch[];
}

interface Table {
  name: string;
  has_tenant: boolean;
}

/** How many rows, and a sum of their digests. */
interface Counted {
  rows: number;
  digest: string;
}

/** Rows as text are the same on both sides whatever the settings of the roles are. */
export const comparableTransaction = `
  begin isolation level repeatable read read only;
  set local search_path to pg_catalog;
  set local timezone to 'UTC';
  set local datestyle to 'ISO, YMD';
  set local intervalstyle to 'postgres';
  set local bytea_output to 'hex';
  set local extra_float_digits to 1;
  set local statement_timeout to 0;
  set local transaction_timeout to 0;
  set local idle_in_transaction_session_timeout to 0`;

/** @param share of rows whose digests are held at once */
export async function compare(
  { live, now, restored, before }: Sides,
  share = 200_000,
): Promise<Compared> {
  const compared: Compared = { tenants: 0, rows: 0, changed: 0, mismatches: [] };
  const tenants = new Set<string>();
  for (const table of await tablesIn(live)) {
    const [wanted, found] = await Promise.all(
      [live, restored].map((side) => countsOf(side, table, before)),
    );
    for (const [tenant, { rows }] of found ?? []) {
      compared.rows += rows;
      if (tenant !== null) tenants.add(tenant);
    }
    for (const tenant of new Set([...(wanted?.keys() ?? []), ...(found?.keys() ?? [])])) {
      const [here, there] = [wanted?.get(tenant), found?.get(tenant)];
      if (here?.rows === there?.rows && here?.digest === there?.digest) continue;
      const most = Math.max(here?.rows ?? 0, there?.rows ?? 0);
      const part = { table, tenant, before, slices: Math.ceil(most / share) };
      const { missing, unexpected, changed } = await differing({ live, now, restored }, part);
      compared.changed += changed;
      if (missing + unexpected > 0)
        compared.mismatches.push({ tenant_id: tenant, table: table.name, missing, unexpected });
    }
  }
  compared.tenants = tenants.size;
  return compared;
}

/** The tables of the installation and of tenants; what is not in the WAL is empty in the copy. */
async function tablesIn(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, exists (
        select 1 from pg_attribute a
        where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
    from pg_class c
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p'
    order by c.relname`);
  return rows;
}

const digest = 'hashtextextended(t::text, 0)';
const isBefore = 'age(t.xmin) > age($1::xid8::xid)';
const from = ({ name }: Table) => `from app."${name}" t`;

async function countsOf(
  client: pg.ClientBase,
  table: Table,
  before: string,
): Promise<Map<string | null, Counted>> {
  const { rows } = await client.query<{ tenant: string | null; rows: string; digest: string }>(
    `select ${table.has_tenant ? 't.tenant_id' : 'null::text'} as tenant, count(*) as rows,
       sum(${digest})::text as digest
     ${from(table)} where ${isBefore} group by 1`,
    [before],
  );
  return new Map(
    rows.map(({ tenant, rows: count, digest: sum }) => [
      tenant,
      { rows: Number(count), digest: sum },
    ]),
  );
}

interface Part {
  table: Table;
  tenant: string | null;
  before: string;
  slices: number;
}

async function differing(
  { live, now, restored }: Omit<Sides, 'before'>,
  part: Part,
): Promise<{ missing: number; unexpected: number; changed: number }> {
  let [missing, unexpected, changed] = [0, 0, 0];
  for (let slice = 0; slice < part.slices; slice++) {
    const [wanted, found] = await Promise.all(
      [live, restored].map((side) => digestsOf(side, part, slice)),
    );
    unexpected += lacking(wanted, found).length;
    const gone = lacking(found, wanted);
    if (gone.length === 0) continue;
    // Rows that the original has no more were changed while the copy was made.
    const still = new Set(await digestsOf(now, part, slice));
    const left = gone.filter((one) => still.has(one)).length;
    missing += left;
    changed += gone.length - left;
  }
  return { missing, unexpected, changed };
}

/** Those of `these` that are not among `those`; rows may be equal, so each counts. */
function lacking(those: readonly string[] = [], these: readonly string[] = []): string[] {
  const counts = new Map<string, number>();
  for (const one of those) counts.set(one, (counts.get(one) ?? 0) + 1);
  return these.filter((one) => {
    const left = counts.get(one) ?? 0;
    counts.set(one, left - 1);
    return left <= 0;
  });
}

async function digestsOf(
  client: pg.ClientBase,
  { table, tenant, before, slices }: Part,
  slice: number,
): Promise<string[]> {
  const ofTenant = table.has_tenant ? 'and t.tenant_id is not distinct from $4' : '';
  const { rows } = await client.query<{ digest: string }>(
    `select digest::text from (
       select ${digest} as digest ${from(table)} where ${isBefore} ${ofTenant}) rows
     where (digest & 9223372036854775807) % $2::bigint = $3::bigint`,
    [before, slices, slice, ...(table.has_tenant ? [tenant] : [])],
  );
  return rows.map((row) => row.digest);
}
