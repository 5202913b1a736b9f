import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it, onTestFinished } from 'vitest';
import { readHoldings } from '../../src/backup/layout.ts';
import { S3Destination } from '../../src/backup/s3.ts';
import { download } from '../backups/scene.ts';
import { type Client, createClient } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startedFolder } from '../support/started-folder.ts';
import { until } from '../support/until.ts';
import {
  idsIn,
  keysOf,
  restore,
  startRestored,
  startWith,
  stored,
  tokenOf,
  write,
} from './scene.ts';

interface Check {
  name: string;
}

/** How a server says that its backups are. */
async function lookAt(operator: Client) {
  const status = (await operator.get('/admin/backups/status')).body.data;
  const health = (await operator.get('/admin/health')).body.data;
  const metrics: string = (await operator.get('/metrics')).body;
  const check = (name: string) => health.checks.find((one: Check) => one.name === name);
  return { status, metrics, check };
}

it('encrypted backups on S3, which was away, bring an installation back to the one who has the key', {
  timeout: 600_000,
}, async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const dataDir = await startedFolder();
  const folder = await temporaryFolder();
  const [right, wrong] = [join(folder, 'right'), join(folder, 'wrong')];
  const identity = await generateX25519Identity();
  await writeFile(right, `# for backups\n${identity}\n`);
  await writeFile(wrong, `${await generateX25519Identity()}\n`);
  const env = {
    BACKUP_TO: 's3://files/insula',
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    BACKUP_PART_SECONDS: '1',
    BACKUP_S3_ENDPOINT: s3.config.endpoint as string,
    BACKUP_S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
  };
  const destination = new S3Destination(s3.config, 'insula');
  const chains = async () => (await readHoldings(destination)).chains;

  s3.fail = () => ({ status: 503, code: 'ServiceUnavailable' });
  const server = await startWith(dataDir, env);
  await server.process.printed(/backups do not get on/);
  const operator = createClient(server, keysOf(dataDir).PLATFORM_ADMIN_KEY as string);
  const away = await lookAt(operator);
  expect(away.status).toMatchObject({ destination: 's3://files/insula', last_base_at: null });
  expect(away.status.error).toEqual(expect.any(String));
  expect(away.check('backup_destination')).toMatchObject({ level: 'warning' });
  expect(away.check('backup_age')).toMatchObject({ level: 'warning', value: null });
  expect(away.metrics).toContain('insula_backup_destination_up 0');
  await server.api.post('/v1/object-types', { name: 'things' });
  const written = await write(server.api, 3);
  s3.fail = () => undefined;
  await server.process.printed(/a base backup is complete/);
  await stored(dataDir);
  const there = await until(
    () => lookAt(operator),
    ({ status }) => status.last_base_at !== null,
  );
  expect(there.status).toMatchObject({ error: null, encrypted: true, last_verified_at: null });
  expect(there.check('backup_destination')).toMatchObject({ level: 'ok' });
  expect(there.check('backup_age')).toMatchObject({ level: 'ok', value: expect.any(Number) });
  expect(there.metrics).toContain('insula_backup_destination_up 1');
  expect(there.metrics).toMatch(/insula_backup_last_success_timestamp_seconds\{type="full"\} \d/);
  expect(there.metrics).toMatch(/insula_backup_wal_lag_(seconds|bytes) \d/);
  const noted = await until(
    async () => (await operator.get('/admin/backups?type=full&source=schedule')).body.data.backups,
    ({ length }) => length === 1,
  );
  const [
    {
      bases: [own],
    } = { bases: [] },
  ] = await chains();
  expect(noted).toMatchObject([
    {
      ...{ status: 'completed', encrypted: true, destination: 's3://files/insula' },
      ...{ format: 'insula-backups/1', size_bytes: own?.tar.bytes, checksum: own?.tar.checksum },
      expires_at: null,
    },
  ]);
  expect((await operator.delete(`/admin/backups/${noted[0].id}`)).status).toBe(409);
  const asked = await operator.post('/admin/backups', { type: 'full', label: 'Now' });
  expect([asked.status, asked.body.data]).toMatchObject([
    201,
    { type: 'full', source: 'api', destination: 's3://files/insula', encrypted: true },
  ]);
  const one = `/admin/backups/${asked.body.data.id}`;
  const made = await until(
    async () => (await operator.get(one)).body.data,
    ({ status }) => !['pending', 'running'].includes(status),
    240,
  );
  expect(made).toMatchObject({ status: 'completed', error: null, progress: { unit: 'bytes' } });
  const bases = (await chains()).flatMap((chain) => chain.bases);
  expect(bases.map(({ tar }) => tar.checksum)).toContain(made.checksum);
  // Its bytes as they are stored, and no key for them here.
  const [head, tail] = await Promise.all(
    ['bytes=0-20', `bytes=21-${made.size_bytes - 1}`].map((range) =>
      download(operator, asked.body.data.id, { range }),
    ),
  );
  expect([head?.answer.status, head?.bytes.toString()]).toEqual([206, 'age-encryption.org/v1']);
  const whole = Buffer.concat([head?.bytes ?? Buffer.of(), tail?.bytes ?? Buffer.of()]);
  expect(`sha256:${createHash('sha256').update(whole).digest('hex')}`).toBe(made.checksum);
  const unread = await operator.post(`${one}/verify`);
  expect([unread.status, unread.body.error.code]).toEqual([409, 'IDENTITY_REQUIRED']);
  // Moments after it are restored from the one before it.
  expect((await operator.delete(one)).status).toBe(200);
  expect((await chains()).flatMap((chain) => chain.bases)).toEqual([own]);
  await stored(dataDir);
  server.process.child.kill('SIGTERM');
  expect(await server.process.exit()).toBe(0);
  const [first] = await chains();

  const verify = insula(['backup', 'verify', '--identity', right], { DATA_DIR: dataDir, ...env });
  expect([await verify.exit(), verify.output()]).toEqual([0, expect.stringContaining('are whole')]);

  // The same on a machine without a server, to the last moment that is stored.
  const last = Math.max(
    ...(first?.wal ?? []).map(({ storedAt }) => storedAt),
    ...(first?.bases ?? []).map(({ finished_at }) => Date.parse(finished_at)),
  );
  const drill = insula(
    ['drill', '--identity', right, '--to', new Date(last).toISOString(), '--json'],
    { DATA_DIR: dataDir, ...env },
  );
  expect([await drill.exit(), JSON.parse(drill.output())]).toEqual([
    0,
    expect.objectContaining({ ok: true, tenants: 1, restored_to: new Date(last).toISOString() }),
  ]);
  expect(drill.output()).toContain('not compared: no server runs on DATA_DIR');

  const [keys, token] = [keysOf(dataDir), tokenOf(dataDir)];
  const options = { DATA_DIR: dataDir, ...env };
  const before = await readdir(dataDir);
  const refused = await restore(['--to', 'latest', '--replace', '--identity', wrong], options);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('does not decrypt')]);
  expect(await readdir(dataDir)).toEqual(before);
  const done = await restore(['--to', 'latest', '--replace', '--identity', right], options);
  expect([done.code, done.output]).toEqual([0, expect.stringContaining('postgres.before-')]);

  const restored = await startRestored(dataDir, token, { ...keys, ...env });
  expect(await idsIn(restored.api)).toEqual(new Set(written));
  await restored.process.printed(/receiving WAL/);
  const verified = await lookAt(createClient(restored, keys.PLATFORM_ADMIN_KEY as string));
  expect(verified.status).toMatchObject({ last_verify_status: 'passed' });
  expect(verified.check('last_verified')).toMatchObject({ level: 'ok', value: 'passed' });
  const after = await chains();
  expect(after).toHaveLength(2);
  expect(after[0]?.chain).toEqual({ ...first?.chain, ended_at: expect.any(String) });
  expect(after[1]?.chain.timeline).toBe(2);
  restored.process.child.kill('SIGTERM');
  expect(await restored.process.exit()).toBe(0);
});
