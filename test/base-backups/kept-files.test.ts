import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { writeJson } from '../../src/backup/destination.ts';
import { DiskDestination } from '../../src/backup/disk.ts';
import { dropFilesOf, expiredFiles, fetchFiles, keepFiles } from '../../src/backup/kept-files.ts';
import type { BackupConfig } from '../../src/ground/config/backup.ts';
import { loadConfig } from '../../src/ground/config/config.ts';
import { storageOf } from '../../src/storage/open.ts';
import { contentOf, upload } from '../files/support.ts';
import { createTenant } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/use-server.ts';
import { urlOf } from './scene.ts';

const server = useServer();
const log = pino({ level: 'silent' });

it('bytes that leave the storage come back for whom they are encrypted, and go with their tenant', async () => {
  const api = await createTenant(server);
  const file = await upload(api, 'abc');
  const { rows } = await server.db.query('select storage_key from app.blobs where tenant_id = $1', [
    api.tenant.id,
  ]);
  const key: string = rows[0].storage_key;
  const storage = storageOf(server.config);
  const folder = await temporaryFolder();
  const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
  const { backup } = loadConfig({ BACKUP_TO: urlOf(folder), DATA_DIR: folder });
  const recipients = [await identityToRecipient(identity)];
  const given = { ...(backup as BackupConfig), recipients };
  const config = { ...server.config, databaseUrl: undefined, backup: given };
  const destination = new DiskDestination(folder);

  await expect(keepFiles(config, storage, [key])).rejects.toThrow('is its disk mounted?');
  await writeJson(destination, 'insula.json', {});
  await keepFiles(config, storage, [key, `${api.tenant.id}/ab/none`]);
  await keepFiles(config, storage, [key]);
  await storage.remove([key]);
  const fetchAs = (identities: string[]) =>
    fetchFiles(server.db, { destination, identities, log }, storage);
  expect(await fetchAs([other])).toEqual({ restored: 0, failed: 1 });
  expect(await fetchAs([other, identity])).toEqual({ restored: 1, failed: 0 });
  expect(await fetchAs([identity])).toEqual({ restored: 0, failed: 0 });
  expect((await api.send('GET', contentOf(file))).body).toBe('abc');

  const day = 86_400_000;
  expect(await expiredFiles(destination, 14, Date.now() + 13 * day)).toEqual([]);
  const kept = [`files/${key}.age`];
  expect(await expiredFiles(destination, 14, Date.now() + 15 * day)).toEqual(kept);
  await dropFilesOf(destination, api.tenant.id);
  expect(await expiredFiles(destination, 14, Date.now() + 15 * day)).toEqual([]);
});
