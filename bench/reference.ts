/**
 * The reference for everything: node:http and pg, one prepared statement per request, no authentication, tenants,
 * validation, journal or versions. Started by run.ts with DATABASE_URL; reports its port to the parent.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DB_POOL_SIZE),
});
const text = 'row_to_json(o)::text as body';
const page = (rest: string) =>
  `select json_agg(o)::text as body from (select * from TABLE ${rest} limit 20) o`;
/** Of both tables alike; those that find by a value are for the one that has the indexes: see mix.ts. */
const statements = {
  get: `select ${text} from TABLE o where id = $1`,
  list: page('order by id desc'),
  after: page('where id < $1 order by id desc'),
  code: page(`where properties->>'code' = $1 order by id desc`),
  group: page(`where (properties->>'group')::numeric = $1 order by id desc`),
  range: page(
    `where (properties->>'amount')::numeric >= $1 and (properties->>'amount')::numeric < $1 + 98
     order by (properties->>'amount')::numeric, id`,
  ),
  create: `insert into TABLE as o (id, properties) values ($1, $2) returning ${text}`,
  patch: `update TABLE as o set properties = o.properties || $2, version = version + 1 where id = $1 returning ${text}`,
};

const server = createServer(async (req, res) => {
  const [, table = '', operation = '', id = randomUUID()] = (req.url ?? '').split('/');
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
  const values = operation === 'list' ? [] : body ? [id, body.properties] : [id];
  const { rows } = await pool.query({
    name: `${table} ${operation}`,
    text: statements[operation as keyof typeof statements].replace('TABLE', `bench.${table}`),
    values,
  });
  const answer = `{"success":true,"data":${rows[0]?.body ?? 'null'}}`;
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
  });
  res.end(answer);
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
process.on('disconnect', () => process.exit(0));
