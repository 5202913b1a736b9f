import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createTenant, platformClient, type TenantClient } from '../support/api.ts';
import { scrape, shows, valueIn } from '../support/metrics.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';
import { backupOf, download, over, passphrase, path, upload, withPassphrase } from './scene.ts';

const server = useOwnDatabase({ WORKER: 'on' });
let operator: Client;
let api: TenantClient;
beforeAll(async () => {
  operator = platformClient(server);
  api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'things' });
  for (const name of ['one', 'two', 'three'])
    await api.post('/v1/objects/things', { properties: { name } });
});

/** The files on the shelf. */
const shelved = async () =>
  (await readdir(join(server.config.dataDir, 'backups'), { recursive: true }).catch(() => []))
    .filter((name) => name.includes('.insula'))
    .map((name) => join(server.config.dataDir, 'backups', name));

describe('a backup of a tenant', () => {
  it('is made by a worker, and says what it holds', async () => {
    const { status, body } = await operator.post(path, {
      tenant_id: api.tenant.id,
      label: 'first',
    });
    expect([status, body.data]).toEqual([
      201,
      expect.objectContaining({
        id: expect.stringMatching(/^bak_[0-9a-f]{32}$/),
        ...{ tenant_id: api.tenant.id, type: 'tenant', source: 'api', label: 'first' },
        ...{ status: 'pending', encrypted: false, secrets: false, error: null },
      }),
    ]);
    const done = await over(operator, `${path}/${body.data.id}`);
    expect(done).toMatchObject({
      ...{ status: 'completed', error: null },
      row_counts: { objects: 3, object_types: 1 },
      checksum: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    const file = (await shelved()).find((name) => name.includes(done.id)) as string;
    const { mode, size } = await stat(file);
    expect([mode & 0o777, size]).toEqual([0o600, done.size_bytes]);
    expect(file).toBe(
      join(server.config.dataDir, 'backups', 'tenants', api.tenant.id, `${done.id}.insula`),
    );
  });

  it('is counted by the worker that makes it, and so is a verification that fails', async () => {
    const { id } = await backupOf(operator, api.tenant.id);
    await shows(server, 'insula_operation_seconds_count{kind="backup"}', (count) => count > 0);
    await shows(server, 'insula_operation_running{kind="backup"}', (count) => count === 0);
    const failures = 'insula_operation_failed_total{kind="verification"}';
    expect(valueIn(await scrape(server), failures)).toBe(0);
    const file = (await shelved()).find((name) => name.includes(id)) as string;
    await writeFile(file, 'not a snapshot');
    await operator.post(`${path}/${id}/verify`);
    await shows(server, failures, (count) => count === 1);
  });

  it('continues in the feed of its tenant where it ends', async () => {
    const { feed_place } = await backupOf(operator, api.tenant.id);
    const made = await api.post('/v1/objects/things', { properties: { name: 'later' } });
    // Transactions of others hold the feed up for a moment.
    const results = await until(
      async () => (await api.get(`/v1/changes?since=${feed_place}`)).body.data.results as unknown[],
      (some) => some.length > 0,
    );
    expect(JSON.stringify(results.at(-1))).toContain(made.body.data.id);
  });

  it('can be downloaded whole and in parts, with its checksum as ETag', async () => {
    const backup = await backupOf(operator, api.tenant.id);
    const { answer, bytes } = await download(operator, backup.id);
    const sum = createHash('sha256').update(bytes).digest('hex');
    expect([answer.status, bytes.length, `sha256:${sum}`]).toEqual([
      ...[200, backup.size_bytes, backup.checksum],
    ]);
    expect(answer.headers.get('etag')).toBe(`"${sum}"`);
    expect(answer.headers.get('content-type')).toBe('application/vnd.insula.snapshot');
    expect(answer.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="?${api.tenant.slug}-\\d{8}T\\d{6}Z\\.insula"?$`),
    );
    const part = await download(operator, backup.id, { range: 'bytes=10-19' });
    expect([part.answer.status, part.bytes]).toEqual([206, bytes.subarray(10, 20)]);
    const same = await download(operator, backup.id, { 'if-none-match': `"${sum}"` });
    expect(same.answer.status).toBe(304);
    expect((await operator.get(`${path}/${backup.id}/download`)).status).toBe(200);
  });

  it('comes back by an upload, with what it says of itself', async () => {
    const backup = await backupOf(operator, api.tenant.id);
    const { bytes } = await download(operator, backup.id);
    const { status, body } = await upload(operator, bytes, { query: '?label=again' });
    expect([status, body.error]).toEqual([201, undefined]);
    const { row_counts, checksum, snapshot_at, feed_place, schema_version } = backup;
    expect(body.data).toMatchObject({
      ...{ source: 'upload', status: 'completed', label: 'again', tenant_id: api.tenant.id },
      ...{ row_counts, checksum, snapshot_at, feed_place, schema_version },
    });
    expect((await download(operator, body.data.id)).bytes.equals(bytes)).toBe(true);
  });

  it('is deleted with its bytes', async () => {
    const { id } = await backupOf(operator, api.tenant.id);
    expect((await operator.delete(`${path}/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await operator.get(`${path}/${id}`)).status).toBe(404);
    expect((await download(operator, id)).answer.status).toBe(404);
    expect((await shelved()).filter((name) => name.includes(id))).toEqual([]);
  });

  it('is verified: whole bytes pass, damaged ones fail and say why', async () => {
    const { id } = await backupOf(operator, api.tenant.id);
    expect((await operator.post(`${path}/${id}/verify`)).body.data.verify_status).toBe('running');
    const passed = await over(operator, `${path}/${id}`);
    expect(passed).toMatchObject({ verify_status: 'passed', verify: { mismatches: [] } });
    expect(passed.verify.rows).toBeGreaterThan(4);
    const file = (await shelved()).find((name) => name.includes(id)) as string;
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length - 20));
    await operator.post(`${path}/${id}/verify`);
    const failed = await over(operator, `${path}/${id}`);
    expect(failed).toMatchObject({
      verify_status: 'failed',
      verify: { mismatches: [{ kind: 'bytes', found: expect.any(String) }] },
    });
    const left = `select tenant_id from app.tenants where status = 'provisioning'`;
    expect((await server.db.query(left)).rows).toEqual([]);
  });
});

it('says what to do with a file for a recipient, and with one in a form', async () => {
  const recipient = await identityToRecipient(await generateIdentity());
  const { id } = await backupOf(operator, api.tenant.id, { recipient });
  const { bytes } = await download(operator, id);
  const { status, body } = await upload(operator, bytes, { headers: withPassphrase });
  expect([status, body.error]).toMatchObject([
    403,
    { code: 'SNAPSHOT_LOCKED', message: expect.stringContaining('Decrypt it with age') },
  ]);
  const form = await upload(operator, bytes, {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect([form.status, form.body.error.message]).toEqual([
    415,
    expect.stringContaining('as the body'),
  ]);
});

describe('an encrypted backup', () => {
  it('is made, verified and uploaded with its passphrase, which is kept nowhere', async () => {
    const backup = await backupOf(operator, api.tenant.id, { secrets: true }, withPassphrase);
    expect(backup).toMatchObject({ status: 'completed', encrypted: true, secrets: true });
    const { bytes } = await download(operator, backup.id);
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const locked = await operator.post(`${path}/${backup.id}/verify`);
    expect([locked.status, locked.body.error.code]).toEqual([403, 'SNAPSHOT_LOCKED']);
    await operator.post(`${path}/${backup.id}/verify`, undefined, withPassphrase);
    expect((await over(operator, `${path}/${backup.id}`)).verify_status).toBe('passed');
    expect(locked.body.error.param).toBe('X-Snapshot-Passphrase');
    const { status, body } = await upload(operator, bytes);
    expect([status, body.error]).toMatchObject([
      403,
      {
        ...{ code: 'SNAPSHOT_LOCKED', param: 'X-Snapshot-Passphrase' },
        message: expect.stringContaining('in the header X-Snapshot-Passphrase'),
      },
    ]);
    const right = await upload(operator, bytes, { headers: withPassphrase });
    expect(right.status).toBe(201);
    const { rows } = await server.db.query(
      `select b::text from app.backups b union all select j::text from app.journal j
       union all select w::text from app.work w`,
    );
    expect(JSON.stringify(rows)).not.toContain(passphrase);
  });
});
