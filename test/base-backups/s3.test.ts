import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, it, onTestFinished } from 'vitest';
import { readHoldings } from '../../src/backup/layout.ts';
import { S3Destination } from '../../src/backup/s3.ts';
import { temporaryFolder } from '../support/folder.ts';
import { insula } from '../support/process.ts';
import { startS3Server } from '../support/s3-server.ts';
import { startedFolder } from '../support/started-folder.ts';
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
  await server.api.post('/v1/object-types', { name: 'things' });
  const written = await write(server.api, 3);
  s3.fail = () => undefined;
  await server.process.printed(/a base backup is complete/);
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
  const after = await chains();
  expect(after).toHaveLength(2);
  expect(after[0]?.chain).toEqual({ ...first?.chain, ended_at: expect.any(String) });
  expect(after[1]?.chain.timeline).toBe(2);
  restored.process.child.kill('SIGTERM');
  expect(await restored.process.exit()).toBe(0);
});
