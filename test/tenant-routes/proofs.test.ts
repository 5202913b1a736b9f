import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Box } from '../../src/credentials/box.ts';
import { missingProof } from '../../src/groups/tenant-routes/proof.ts';
import { routeProofs } from '../../src/groups/tenant-routes/proofs.ts';
import { OutboundHold } from '../../src/outbound/hold.ts';
import { Outbound } from '../../src/outbound/safe-fetch.ts';
import { createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { type NameServer, startNameServer } from '../support/dns.ts';
import { useOwnDatabase } from '../support/use-server.ts';

const server = useOwnDatabase({ OUTBOUND_ALLOW_CIDRS: '' });
const list = '/admin/routes';
const operator = () => platformClient(server);
let names: NameServer;
let api: TenantClient;
let count = 0;
beforeAll(async () => {
  names = await startNameServer();
  api = await createTenant(server);
});
afterAll(() => names.close());

async function create(type: 'TXT' | 'HTTP') {
  const hostname = `p${++count}.example.com`;
  const verification = { type };
  const body = { tenant_id: api.tenant.id, hostname, verification };
  return (await operator().post(list, body)).body.data;
}
const verify = async (id: string) => (await operator().post(`${list}/${id}/verify`)).body.data;
const shown = async (id: string) => (await operator().get(`${list}/${id}`)).body.data;

describe('a proof by HTTP', () => {
  it('never calls a private address, whatever the DNS says', async () => {
    const { id, hostname, verification } = await create('HTTP');
    expect(verification).toMatchObject({
      name: `http://${hostname}/.well-known/insula-challenge/${verification.value}`,
      value: expect.stringMatching(/^[0-9A-Za-z]{32}$/),
    });
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', 'fd00::1']) {
      names.addresses.set(hostname, [[address]]);
      const { status, verification: found } = await verify(id);
      expect([status, found.error]).toEqual([
        'pending',
        expect.stringContaining(`${hostname} is not a public address`),
      ]);
    }
    names.addresses.delete(hostname);
    expect((await verify(id)).verification.error).toContain('cannot be found');
  });

  it('is there when the host leads to this installation, and to no other', async () => {
    const route = await create('HTTP');
    const { hostname } = route;
    const { value } = route.verification;
    names.addresses.set(hostname, [['127.0.0.1']]);
    const box = new Box(server.config.encryptionKey);
    const outbound = new Outbound(['127.0.0.0/8']);
    const at = (url: string) =>
      missingProof({ outbound, box }, { hostname, type: 'HTTP', value }, Number(new URL(url).port));
    expect(await at(server.url)).toBeNull();
    // One that repeats what it is asked, and one that sends the caller elsewhere.
    const answers = [
      (path: string) => ({ status: 200, headers: {}, body: path.split('/').at(-1) }),
      (path: string) => ({ status: 302, headers: { location: server.url + path }, body: '' }),
      () => ({ status: 200, headers: {}, body: 'x'.repeat(5000) }),
    ];
    for (const answer of answers) {
      const stranger = createServer(({ url = '' }, res) => {
        const { status, headers, body } = answer(url);
        res.writeHead(status, headers as Record<string, string>).end(body);
      }).listen(0, '127.0.0.1');
      await new Promise((listening) => stranger.once('listening', listening));
      const { port } = stranger.address() as AddressInfo;
      expect(await at(`http://127.0.0.1:${port}`)).toEqual(expect.any(String));
      await new Promise((closed) => stranger.close(closed));
    }
  });
});

describe('the worker', () => {
  const query = (text: string, values?: unknown[]) => asWorker(server, text, values ?? []);
  const outbound = new Outbound([]);
  const run = (means = { outbound }) => {
    const job = routeProofs({ ...means, box: new Box(server.config.encryptionKey) });
    return job({}, { query } as never);
  };
  /** As if the last look had been so long ago. */
  const age = (id: string, days: number) =>
    server.db.query(
      `update app.routes set checked_at = checked_at - $2 * interval '1 day',
         lost_at = lost_at - $2 * interval '1 day' where id = $1`,
      [id, days],
    );
  const eventsOf = async (id: string) =>
    (
      await server.db.query(
        `select type, after->>'status' as status from app.journal
         where tenant_id = 'platform' and resource_id = $1 order by id`,
        [id],
      )
    ).rows.map(({ type, status }) => [type, status]);

  it('looks once a day, and disables a route whose proof is lost for 7 days, until it is back', async () => {
    const { id, verification } = await create('TXT');
    names.records.set(verification.name, [verification.value]);
    const first = await verify(id);
    await run();
    expect((await shown(id)).verification.checked_at).toBe(first.verification.checked_at);
    await age(id, 1);
    await run();
    const second = await shown(id);
    expect(second.verification.checked_at > first.verification.checked_at).toBe(true);
    expect(second.status).toBe('active');
    names.records.delete(verification.name);
    await age(id, 1);
    await run();
    expect(await shown(id)).toMatchObject({
      status: 'active',
      verification: { error: expect.any(String), lost_at: expect.any(String) },
    });
    await age(id, 6);
    await run();
    expect((await shown(id)).status).toBe('active');
    await age(id, 2);
    await run();
    expect((await shown(id)).status).toBe('disabled');
    const early = await operator().patch(`${list}/${id}`, { status: 'active' });
    expect([early.status, early.body.error.code]).toEqual([409, 'INVALID_STATE']);
    names.records.set(verification.name, [verification.value]);
    await age(id, 1);
    await run();
    expect(await shown(id)).toMatchObject({
      status: 'active',
      verification: { error: null, lost_at: null },
    });
    // A proof that was found once more is not told.
    expect(await eventsOf(id)).toEqual([
      ['route.created', 'pending'],
      ['route.updated', 'active'],
      ['route.updated', 'active'],
      ['route.updated', 'disabled'],
      ['route.updated', 'active'],
    ]);
  });

  it('takes nothing for lost while nothing may leave', async () => {
    const { id, verification, hostname } = await create('HTTP');
    await server.db.query(
      `update app.routes set status = 'active', proved_at = now(), checked_at = now() - interval '2 days'
       where id = $1`,
      [id],
    );
    const hold = new OutboundHold(async () => ({ held: true, at: '', changed: {} }));
    await run({ outbound: new Outbound([], { hold }) });
    expect((await shown(id)).verification).toMatchObject({
      value: verification.value,
      lost_at: null,
    });
    names.addresses.set(hostname, [['10.0.0.1']]);
    await run();
    expect((await shown(id)).verification.lost_at).toEqual(expect.any(String));
  });
});
