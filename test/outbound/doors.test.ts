import { expect, it } from 'vitest';
import { outboundOf } from '../../src/outbound/safe-fetch.ts';
import { useServer, useTenant } from '../support/use-server.ts';

const server = useServer({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1' });
const api = useTenant(server);

it('a server connects neither to itself nor to its PostgreSQL', async () => {
  const outbound = outboundOf(server.config);
  const { port } = new URL(server.config.databaseUrl as string);
  for (const at of [new URL(server.url).port, port])
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.0.0.2', '[::ffff:127.0.0.1]'])
      await expect(outbound.checkTarget(`http://${host}:${at}/v1/events`)).rejects.toThrow(
        /back|no public/,
      );
  await expect(outbound.of(null, 'webhook').fetch(`${server.url}/health`)).rejects.toThrow(
    'leads back',
  );
});

it.each([
  ['4', 4],
  ['0', 0],
  ['1000', 0],
  ['3, 4', 0],
  ['1e1', 0],
  ['0x5', 0],
  ['٣', 0],
  ['{"causation_depth":9}', 0],
])('a request with x-insula-depth: %s leads to events of depth %i', async (said, depth) => {
  const headers = { 'x-insula-depth': Buffer.from(said).toString('latin1') };
  const { status, body } = await api.post('/v1/events', { event_type: 'asked' }, headers);
  expect(status).toBe(200);
  const { rows } = await server.db.query(
    'select causation_depth from app.journal where request_id = $1',
    [body.request_id],
  );
  expect(rows).toEqual([{ causation_depth: depth }]);
});

it.each(['5', '999'])(
  'a change with x-insula-depth: %s is refused, while a read is not',
  async (said) => {
    const headers = { 'x-insula-depth': said };
    const { status, body } = await api.post('/v1/events', { event_type: 'loop' }, headers);
    expect([status, body.error.param]).toEqual([400, 'x-insula-depth']);
    expect(
      (await api.get('/v1/events/list?event_type=loop', undefined, headers)).body.data.total,
    ).toBe(0);
  },
);
