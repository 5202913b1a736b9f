import type pg from 'pg';
import { DatabaseError, withClient } from './client.ts';

/** Of smaller ones all vectors are compared, and none is missed: see app.vectors_are_few. */
const leastVectors = 20_000;
const leastNumbers = 10_000_000;
/** Every write of a vector looks at the condition of each. */
const mostIndexes = 100;
/** The most dimensions that an index of half-precision vectors supports. */
const mostDimensions = 4_000;

interface Collection {
  tenant_id: string;
  name: string;
  dimensions: number;
  vectors: number;
  /** Of its index, whether that is there or not. */
  index: string;
}

/** The state of the extension `vector`. */
export interface VectorState {
  /** Where it is installed; undefined where it is not. */
  schema?: string;
  /** The server has it, so the database can. */
  isAvailable: boolean;
  /** Large collections without an index, largest first. */
  wanted: Collection[];
  /** Names of indexes whose collection is gone or has become small, or that were not finished. */
  stale: string[];
}

export interface IndexedVectors {
  made: Collection[];
  removed: string[];
}

/** @param url the migrating role, or another that may become insula_owner */
export const vectorState = (url: string): Promise<VectorState> =>
  withClient(url, 'vectors', (client) => stateOf(client));

/**
 * Gives large collections of vectors an index of the extension `vector`, one after the other and without blocking
 * writes, and removes those that are no longer needed. Repeatable, also after it was interrupted.
 * @throws DatabaseError where the extension is not there and cannot be made
 */
export async function indexVectors(
  url: string,
  onIndex: (collection: Collection) => void = () => {},
): Promise<IndexedVectors> {
  return withClient(url, 'vectors', async (client) => {
    await client.query("select pg_advisory_lock(hashtextextended('insula vectors', 0))");
    const { isAvailable, schema } = await stateOf(client);
    if (!schema || !isAvailable) await createExtension(client, isAvailable);
    const { wanted, stale, schema: place } = await stateOf(client);
    await client.query("set role insula_owner; set maintenance_work_mem = '256MB'");
    for (const name of stale) await client.query(`drop index concurrently if exists app.${name}`);
    for (const collection of wanted) {
      onIndex(collection);
      await client.query(await statementFor(client, collection, place as string));
    }
    return { made: wanted, removed: stale };
  });
}

async function createExtension(client: pg.Client, isAvailable: boolean): Promise<void> {
  if (!isAvailable)
    throw new DatabaseError(
      'The extension vector is not on the database server, or older than 0.8: install pgvector there. Without it, ' +
        'vectors are searched by their signs.',
    );
  try {
    await client.query('create extension vector with schema ext');
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error;
    throw new DatabaseError(
      'This role may not create the extension vector. As a superuser, in the database: ' +
        'create extension vector with schema ext; then run this again.',
    );
  }
}

async function stateOf(client: pg.Client): Promise<VectorState> {
  const { rows: extensions } = await client.query(`
    select e.extnamespace::regnamespace::text as schema,
           string_to_array(substring(coalesce(e.extversion, a.default_version) from '^[0-9.]+'), '.')::int[] >= '{0,8}'
             and not exists (select from pg_extension where extname = 'citus') as "isAvailable"
      from pg_available_extensions a left join pg_extension e on e.extname = a.name where a.name = 'vector'`);
  const [{ schema, isAvailable = false } = {}] = extensions;
  // Of all tenants.
  await client.query('set role insula_owner');
  const { rows: sizes } = await client.query<Collection>(`
    select c.tenant_id, c.name, c.dimensions, s.vectors, app.vector_index(c.tenant_id, c.name) as index
      from app.vector_collections c join (
        select tenant_id, collection, count(*)::int as vectors from app.vector_bits group by 1, 2) s
        on s.tenant_id = c.tenant_id and s.collection = c.name
     where c.dimensions <= ${mostDimensions} and s.vectors >= ${leastVectors / 2} order by s.vectors desc`);
  const { rows: indexes } = await client.query<{ name: string; valid: boolean }>(`
    select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = 'app.vectors'::regclass and c.relname ~ '^vectors_hnsw_'`);
  await client.query('reset role');
  const there = new Set(indexes.filter(({ valid }) => valid).map(({ name }) => name));
  const kept = new Set(sizes.filter(({ index }) => there.has(index)).map(({ index }) => index));
  const stale = indexes.map(({ name }) => name).filter((name) => !kept.has(name));
  const wanted = sizes
    .filter(
      ({ index, vectors, dimensions }) =>
        vectors > leastVectors && vectors * dimensions > leastNumbers && !there.has(index),
    )
    .slice(0, Math.max(0, mostIndexes - kept.size));
  return { ...(schema && { schema }), isAvailable, wanted, stale };
}

/** Names of collections are whatever tenants call them. */
async function statementFor(
  client: pg.Client,
  { tenant_id, name, dimensions, index }: Collection,
  schema: string,
): Promise<string> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('create index concurrently %I on app.vectors using hnsw ((embedding::%s.halfvec(%s)) %s.halfvec_ip_ops) '
       'where tenant_id = %L and collection = %L', $1::text, $2::text, $3::int, $2::text, $4::text, $5::text) as statement`,
    [index, schema, dimensions, tenant_id, name],
  );
  return (rows[0] as { statement: string }).statement;
}
