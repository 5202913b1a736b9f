import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { VerifyJob } from '../../src/backup/messages.ts';
import { startVerifying } from '../../src/backup/verifying.ts';
import { until } from '../support/until.ts';

it('a server that starts removes the copy of the database that a verification has left', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'insula-verifying-'));
  mkdirSync(join(dataDir, 'verify/data/postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'verify/data/postgres/rows'), 'secret');
  const job = { dataDir, config: { recipients: [] } } as unknown as VerifyJob;
  const verifying = startVerifying(job, pino({ level: 'silent' }), {} as never);
  await until(
    async () => existsSync(join(dataDir, 'verify')),
    (isThere) => !isThere,
  );
  await verifying.stop();
  expect(existsSync(dataDir)).toBe(true);
});
