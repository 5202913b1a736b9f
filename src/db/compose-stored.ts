import pg from 'pg';
import type { Logger } from 'pino';
import { nfc } from '../ground/shapes/canonical.ts';

/** Texts that are not normalized: sealed, signed or derived ones, and objects, which have their own indexes. */
const left = new Set(
  `api_keys auth_challenges auth_tokens billing_events idempotency_keys journal journal_seals mfa_factors object_index
   object_search objects passkeys portal_sessions recovery_codes saml_assertions sessions signing_keys vector_bits
   vector_words webhook_deliveries work workers`.split(/\s+/),
);

/** Matches as many marks in a row as `nfc` does not touch: PostgreSQL also takes the square of their number to order them. */
const unsafe =
  '[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u0670\\u06d6-\\u06ed\\u0711-\\u074a\\u07eb-\\u07f3' +
  '\\u0816-\\u085b\\u0898-\\u0902\\u093c-\\u0954\\u0e38-\\u0e4e\\u0eb8-\\u0ece\\u0f18-\\u0f87\\u1ab0-\\u1aff\\u1dc0-\\u1dff' +
  '\\u20d0-\\u20ff\\u2cef-\\u2cf1\\u2de0-\\u2dff\\u302a-\\u302f\\u3099\\u309a\\ua66f-\\ua69f\\ufe20-\\ufe2f]{31}';
const isOther = (text: string) =>
  `(${text} ~ '[^\\u0001-\\u02ff]' and ${text} !~ '${unsafe}' and ${text} is not nfc normalized)`;

const page = 500;

interface Table {
  name: string;
  key: string[];
  columns: { name: string; type: 'text' | 'jsonb' | '_text' }[];
}

/**
 * Makes the texts NFC that earlier versions kept as they came. A text that would equal another one is kept, and the log
 * names it. Repeatable: what is composed stays as it is.
 * @param client as the owner of the tables
 */
export async function composeStored(client: pg.Client, log: Logger): Promise<void> {
  let composed = 0;
  for (const table of await tablesOf(client)) composed += await composeTable(client, table, log);
  composed += await composeObjects(client, log);
  if (composed > 0) log.info({ composed }, 'texts are NFC now');
}

async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name,
       array(select a.attname::text from pg_index i cross join lateral unnest(i.indkey::int[]) with ordinality k(attnum, n)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by k.n) as key,
       (select json_agg(json_build_object('name', a.attname, 'type', t.typname))
         from pg_attribute a join pg_type t on t.oid = a.atttypid
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
           and t.typname in ('text', 'jsonb', '_text')) as columns
     from pg_class c
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  );
  return rows.filter(({ name, key, columns }) => !left.has(name) && key.length > 0 && columns);
}

async function composeTable(
  client: pg.Client,
  { name, key, columns }: Table,
  log: Logger,
): Promise<number> {
  const texts = columns.map((column) =>
    column.type === '_text'
      ? `array_to_string(${pg.escapeIdentifier(column.name)}, ' ')`
      : `${pg.escapeIdentifier(column.name)}::text`,
  );
  const keys = key.map((column) => pg.escapeIdentifier(column));
  const after = keys.map((column, n) => `${column}::text as k${n}`);
  let from: string[] | undefined;
  let composed = 0;
  for (;;) {
    const past: string = from ? `(${keys}) > (${from.map((_, n) => `$${n + 1}`)}) and` : '';
    const { rows } = await client.query(
      `select ${after}, ${columns.map(({ name: one }, n) => `${pg.escapeIdentifier(one)}${columns[n]?.type === 'jsonb' ? '::text' : ''} as v${n}`)}
       from app.${name} where ${past} (${texts.map(isOther).join(' or ')}) order by ${keys} limit ${page}`,
      from ?? [],
    );
    for (const row of rows) {
      const id: string[] = keys.map((_, n) => row[`k${n}`]);
      const changed = columns.flatMap((column, n) => {
        const value = row[`v${n}`];
        const made = value === null ? null : composedOf(column.type, value);
        return JSON.stringify(made) === JSON.stringify(value) ? [] : [{ column, made }];
      });
      if (changed.length === 0) continue;
      const set = changed.map(({ column }, n) => `${pg.escapeIdentifier(column.name)} = $${n + 1}`);
      const match = keys.map((column, n) => `${column} = $${changed.length + n + 1}`);
      composed += await change(client, log, { table: name, id }, () =>
        client.query(`update app.${name} set ${set} where ${match.join(' and ')}`, [
          ...changed.map(({ made }) => made),
          ...id,
        ]),
      );
    }
    if (rows.length < page) return composed;
    from = keys.map((_, n) => rows.at(-1)[`k${n}`]);
  }
}

async function composeObjects(client: pg.Client, log: Logger): Promise<number> {
  let from = ['', '', ''];
  let composed = 0;
  for (;;) {
    const { rows } = await client.query(
      `select tenant_id, object_type_id, id, properties::text as value from app.objects
       where (tenant_id, object_type_id, id) > ($1, $2, $3) and ${isOther('properties::text')}
       order by tenant_id, object_type_id, id limit ${page}`,
      from,
    );
    for (const { tenant_id, object_type_id, id, value } of rows) {
      const made = composedOf('jsonb', value);
      if (made === value) continue;
      composed += await change(client, log, { table: 'objects', id: [tenant_id, id] }, () =>
        client.query('select app.object_compose($1, $2, $3, $4)', [
          ...[tenant_id, object_type_id, id],
          made,
        ]),
      );
    }
    if (rows.length < page) return composed;
    const { tenant_id, object_type_id, id } = rows.at(-1);
    from = [tenant_id, object_type_id, id];
  }
}

/** Values of columns as the driver reads them; of jsonb the text, whose numbers keep all of their digits. */
function composedOf(type: Table['columns'][number]['type'], value: string | string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => (one === null ? one : nfc(one)));
  if (type !== 'jsonb') return nfc(value);
  return value.replaceAll(/"(?:[^"\\]|\\.)*"/g, (text) => {
    const read: string = JSON.parse(text);
    const made = nfc(read);
    return made === read ? text : JSON.stringify(made);
  });
}

/** @returns 1, or 0 for what has to stay as it is */
async function change(
  client: pg.Client,
  log: Logger,
  row: { table: string; id: string[] },
  work: () => Promise<unknown>,
): Promise<number> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
    return 1;
  } catch (error) {
    await client.query('rollback');
    const { code = '', message } = error as pg.DatabaseError;
    // A constraint, or an engine's note about one.
    if (!/^(23|PT)/.test(code)) throw error;
    log.warn(row, `a text stays as it was written, because its NFC cannot be kept: ${message}`);
    return 0;
  }
}
