import { execFileSync } from 'node:child_process';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BackupLook } from '../../src/backup/look.ts';
import { temporaryFolder } from '../support/folder.ts';
import { urlOf } from './scene.ts';

it('a destination that hangs holds one thread of the process, however often it is asked', async () => {
  const folder = await temporaryFolder();
  // Opening it waits for a writer, as a disk does that is away.
  const pipe = join(folder, 'verified.json');
  execFileSync('mkfifo', [pipe]);
  // As if each question came long after the one before.
  const look = new BackupLook({ to: { folder } } as never, { patienceMs: 1, goodForMs: 0 });
  for (let n = 0; n < 6; n++)
    expect(await look.status()).toMatchObject({
      destination: urlOf(folder),
      error: 'no answer within 0.001 seconds',
    });
  // Other work with files goes on: there are four threads.
  expect((await stat(folder)).isDirectory()).toBe(true);
  const writer = await open(pipe, 'w');
  await rm(pipe);
  await writer.writeFile('{"verified_at": "2026-11-29T04:00:00Z", "status": "passed"}');
  await writer.close();
});
