/**
 * What everything is compared with: node:http and pg, one prepared statement per request, no authentication, tenants,
 * validation, journal or versions. Started by run.ts with DATABASE_URL; says its port to the parent.
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
const statements = {
  get: `select ${text} from bench.objects o where id = $1`,
  list: `select json_agg(o)::text as body from (select * from bench.objects order by id desc limit 20) o`,
  create: `insert into bench.objects as o (id, properties) values ($1, $2) returning ${text}`,
  patch: `update bench.objects as o set properties = o.properties || $2, version = version + 1 where id = $1 returning ${text}`,
};

const server = createServer(async (req, res) => {
  const [, operation = '', id = randomUUID()] = (req.url ?? '').split('/');
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
  const values = operation === 'list' ? [] : body ? [id, body.properties] : [id];
  const { rows } = await pool.query({
    name: operation,
    text: statements[operation as keyof typeof statements],
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
