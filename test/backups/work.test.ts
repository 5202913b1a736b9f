import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takePassphrase } from '../../src/groups/backups/handover.ts';
import { tenantPurge } from '../../src/groups/tenants-admin/tenant-purge.ts';
import { oneTimeKey, sealFor } from '../../src/snapshot/handover.ts';
import { shelfOf } from '../../src/snapshot/shelf.ts';
import { sweepShelf } from '../../src/snapshot/shelf-sweep.ts';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { completedRow, path, snapshotOf, upload } from './scene.ts';
import { useWork } from './work-scene.ts';

/** The work of a worker, done here step by step. */
const server = useOwnDatabase();
const { hands, run, work } = useWork(server);
let operator: Client;
let api: TenantClient;
beforeAll(() => {
  operator = platformClient(server);
});
beforeEach(async () => {
  api = await createTenant(server);
});

const shelved = async () =>
  (await readdir(join(server.config.dataDir, 'backups'), { recursive: true }).catch(() => []))
    .filter((name) => name.includes('.insula'))
    .toSorted();
const asked = async () =>
  (await operator.post(path, { tenant_id: api.tenant.id })).body.data.id as string;
const shown = async (id: string) => (await operator.get(`${path}/${id}`)).body.data;

describe('the making of a backup', () => {
  it('ends with its process, and is made whole by the next', async () => {
    const id = await asked();
    const ending = new AbortController();
    ending.abort(new Error('the worker stops'));
    await expect(work('backup', id, ending.signal)).rejects.toThrow();
    expect((await shown(id)).status).toBe('running');
    const left = join(server.config.dataDir, 'backups', 'tenants', api.tenant.id);
    await mkdir(left, { recursive: true });
    await writeFile(join(left, `${id}.insula.part`), 'of a process that was killed');
    await work('backup', id);
    expect(await shown(id)).toMatchObject({ status: 'completed', error: null });
    expect((await shelved()).filter((name) => name.includes(id))).toEqual([
      `tenants/${api.tenant.id}/${id}.insula`,
    ]);
    await work('backup', id);
    expect((await shown(id)).status).toBe('completed');
  });

  it('is given up after five attempts', async () => {
    const id = await asked();
    await server.db.query('update app.backups set attempts = 4, about_tenant = $2 where id = $1', [
      id,
      'no plain id',
    ]);
    await work('backup', id);
    expect(await shown(id)).toMatchObject({ status: 'failed', error: expect.any(String) });
  });

  it('ends when it is cancelled: once, and nothing of it is left', async () => {
    const id = await asked();
    const cancels = [0, 1].map(() => operator.post(`${path}/${id}/cancel`));
    const statuses = (await Promise.all(cancels)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const left = join(server.config.dataDir, 'backups', 'tenants', api.tenant.id);
    await mkdir(left, { recursive: true });
    await writeFile(join(left, `${id}.insula.part`), 'of a process that was killed');
    await work('backup', id);
    expect((await shown(id)).status).toBe('cancelled');
    expect((await shelved()).filter((name) => name.includes(id))).toEqual([]);
  });

  it('ends with the tenant, whose erasure waits for nothing', async () => {
    const id = await asked();
    const bytes = await snapshotOf(server, api.tenant.id);
    const { id: uploaded } = (await upload(operator, bytes)).body.data;
    const at = `/admin/tenants/${api.tenant.id}`;
    const { confirm_token } = (await operator.delete(at)).body.error;
    await operator.delete(`${at}?force=true&confirm_token=${confirm_token}`);
    for (const one of [id, uploaded])
      expect((await operator.get(`${path}/${one}`)).status).toBe(404);
    await work('backup', id);
    await tenantPurge(hands.deps)({ ...run(api.tenant.id), tenant_id: api.tenant.id });
    expect((await shelved()).filter((name) => name.includes(api.tenant.id))).toEqual([]);
  });

  it('is kept when its tenant is deleted, where that is asked for', async () => {
    const { id } = (await upload(operator, await snapshotOf(server, api.tenant.id))).body.data;
    const at = `/admin/tenants/${api.tenant.id}`;
    const { confirm_token } = (await operator.delete(at)).body.error;
    await operator.delete(`${at}?force=true&confirm_token=${confirm_token}&keep_backups=true`);
    await tenantPurge(hands.deps)({ ...run(api.tenant.id), tenant_id: api.tenant.id });
    expect((await shown(id)).status).toBe('completed');
    expect(await shelved()).toContain(`tenants/${api.tenant.id}/${id}.insula`);
  });
});

describe('a base backup', () => {
  const add = () =>
    server.db.query(
      `select app.in_tenant('platform', '{"type": "platform", "id": "platform"}');
       select app.backup_full_add('{"base": {"destination": "file:///backups"}}')`,
    );
  const rows = async () =>
    (
      await server.db.query(
        `select id, status from app.backups where type = 'full' and source = 'api' order by id`,
      )
    ).rows as Array<{ id: string; status: string }>;

  it('is made one at a time, however many are asked for at once', async () => {
    const answers = await Promise.allSettled([add(), add(), add()]);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [one] = await rows();
    expect(await rows()).toEqual([{ ...one, status: 'pending' }]);
    await expect(add()).rejects.toThrow(`is being made already: ${one?.id}`);
    expect((await operator.post(`${path}/${one?.id}/cancel`)).status).toBe(200);
    await add();
    expect((await rows()).map(({ status }) => status)).toEqual(['cancelled', 'pending']);
  });

  it('that was finished while the destination was read is not taken for one that is gone', async () => {
    await server.db.query(
      `update app.backups set status = 'completed', options = jsonb_build_object('base', id), finished_at = now()
       where type = 'full' and source = 'api'`,
    );
    const [gone = { id: '' }, late = { id: '' }] = await rows();
    const age = `update app.backups set finished_at = now() - interval '2 hours' where id = $1`;
    await server.db.query(age, [gone.id]);
    await asWorker(server, 'select worker.bases_expire($1)', [['base_of_before']]);
    expect(await rows()).toEqual([
      { id: gone.id, status: 'expired' },
      { id: late.id, status: 'completed' },
    ]);
  });

  it('of a schedule is noted once, however often it is looked at, and expires with its bytes', async () => {
    const base = { id: 'base_of_a_night', bytes: 7, checksum: 'sha256:0', reason: 'schedule' };
    const bases = [{ ...base, finished_at: new Date(), encrypted: false }];
    const note = () =>
      asWorker(server, 'select worker.bases_note($1, $2)', ['s3://b', JSON.stringify(bases)]);
    await Promise.all([note(), note()]);
    const listed = async () =>
      (await operator.get(`${path}?type=full&source=schedule`)).body.data.backups;
    expect(await listed()).toMatchObject([
      { status: 'completed', size_bytes: 7, expires_at: null },
    ]);
    await server.db.query(
      `update app.backups set finished_at = now() - interval '2 hours' where source = 'schedule'`,
    );
    await asWorker(server, 'select worker.bases_expire($1)', [['another']]);
    expect(await listed()).toMatchObject([{ status: 'expired', expires_at: expect.any(String) }]);
    await note();
    expect(await listed()).toHaveLength(1);
  });
});

describe('refused', () => {
  it('is a delete, a download or a restore of a backup while it is made', async () => {
    const id = await asked();
    const wanted = { mode: 'new_tenant', name: 'X' };
    for (const answer of [
      await operator.delete(`${path}/${id}`),
      await operator.get(`${path}/${id}/download`),
      await operator.post(`${path}/${id}/verify`),
      await operator.post(`${path}/${id}/restore`, wanted),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('is a delete of a backup while a restore reads it', async () => {
    const id = await completedRow(server.db, api.tenant.id);
    await operator.post(`${path}/${id}/restore`, { mode: 'new_tenant', name: 'X' });
    expect((await operator.delete(`${path}/${id}`)).status).toBe(409);
  });

  it.each([
    [{}, 409, 'INVALID_STATE'],
    [{ type: 'full' }, 409, 'INVALID_STATE'],
    [{ type: 'full', tenant_id: 'ten_none', external: true }, 400, 'VALIDATION_ERROR'],
    [{ type: 'full', secrets: true, external: true }, 400, 'VALIDATION_ERROR'],
    [{ external: true, snapshot_at: '2999-01-01T00:00:00Z' }, 400, 'VALIDATION_ERROR'],
    [{ tenant_id: 'ten_none', snapshot_at: '2026-01-01T00:00:00Z' }, 400, 'VALIDATION_ERROR'],
    [{ type: 'tenant', tenant_id: 'ten_none', external: true }, 400, 'VALIDATION_ERROR'],
    [{ type: 'tenant' }, 400, 'VALIDATION_ERROR'],
    [{ tenant_id: 'ten_none' }, 400, 'VALIDATION_ERROR'],
    [{ tenant_id: 'ten_none', secrets: true }, 400, 'VALIDATION_ERROR'],
    [{ tenant_id: 'ten_none', recipient: 'age1x' }, 400, 'VALIDATION_ERROR'],
    [{ tenant_id: 'ten_none', expires_in_days: 0 }, 400, 'VALIDATION_ERROR'],
  ])('is a backup with %o', async (fields, status, code) => {
    const answer = await operator.post(path, fields);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('is what only snapshots have, of a backup that another tool has made', async () => {
    const made = await operator.post(path, { external: true, label: 'pgBackRest' });
    expect([made.status, made.body.data]).toEqual([
      201,
      expect.objectContaining({
        ...{ type: 'full', source: 'external', status: 'completed', tenant_id: null },
        ...{ label: 'pgBackRest', format: null, destination: 'external', encrypted: false },
      }),
    ]);
    const one = `${path}/${made.body.data.id}`;
    for (const answer of [
      await operator.get(`${one}/download`),
      await operator.post(`${one}/verify`),
      await operator.post(`${one}/restore`, { mode: 'new_tenant', name: 'X' }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await operator.delete(one)).status).toBe(200);
    // Where there is no BACKUP_TO.
    const status = await operator.get('/admin/backups/status');
    expect(status.body.data).toMatchObject({ destination: null, restorable: null, error: null });
  });

  it('is an upload of anything else, of which nothing is kept', async () => {
    const before = await shelved();
    const bytes = await snapshotOf(server, api.tenant.id);
    for (const junk of [Buffer.from('junk'), Buffer.alloc(0), bytes.subarray(0, 300)]) {
      const { status, body } = await upload(operator, junk);
      expect([status, body.error.code]).toEqual([400, 'SNAPSHOT_INVALID']);
    }
    expect(await shelved()).toEqual(before);
  });

  it('are ids that lead elsewhere, and callers who are not the operator', async () => {
    for (const id of ['..%2F..%2Fsecrets', 'bak_0', 'bak_0%00'])
      expect((await operator.get(`${path}/${id}/download`)).status).toBeGreaterThanOrEqual(400);
    const id = await completedRow(server.db, api.tenant.id);
    for (const at of [path, `${path}/${id}`, `${path}/${id}/download`])
      expect((await operator.as(api.token).get(at)).status).toBe(403);
  });
});

describe('a passphrase', () => {
  it('that no process gives any more fails the work, which says so', async () => {
    const { signal } = new AbortController();
    const note = async () => ({ sealed: null });
    await expect(takePassphrase(note, signal, 0)).rejects.toThrow('Send the request again');
  });

  it('that was sealed for another worker opens nothing', async () => {
    const [mine, other] = [await oneTimeKey(), await oneTimeKey()];
    const sealed = await sealFor(mine.recipient, 'correct horse');
    expect(await mine.open(sealed)).toBe('correct horse');
    await expect(other.open(sealed)).rejects.toThrow();
  });
});

describe('the sweep', () => {
  it('removes bytes that no record needs, and leaves the others', async () => {
    const { id } = (await upload(operator, await snapshotOf(server, api.tenant.id))).body.data;
    const folder = join(server.config.dataDir, 'backups', 'tenants', api.tenant.id);
    await writeFile(join(folder, 'bak_0.insula.part'), 'left behind');
    await sweepShelf(shelfOf(server.config), run('').query);
    const own = (await shelved()).filter((name) => name.includes(api.tenant.id));
    expect(own).toEqual([`tenants/${api.tenant.id}/${id}.insula`]);
  });
});
