import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sendMessage, startMailServer } from '../messages/support.ts';
import { type InsulaProcess, insula } from '../support/process.ts';
import { startRelay } from '../support/relay.ts';
import { startS3Server } from '../support/s3-server.ts';
import { fileForm } from '../support/seed-files.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';

const server = useOwnDatabase();
const api = useTenant(server);

interface Line {
  level: number;
  msg: string;
  reason?: string;
  err?: { stack?: string };
}

async function start(env: Record<string, string>): Promise<{ run: InsulaProcess; url: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'insula-test-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const { databaseUrl, encryptionKey } = server.config;
  const run = insula(['start'], {
    DATABASE_URL: databaseUrl as string,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    PLATFORM_ADMIN_KEY: 'platform-key-of-a-test',
    DATA_DIR: dataDir,
    PORT: '0',
    ...env,
  });
  const [, url = ''] = await run.printed(/"url":"(http:[^"]+)"/);
  return { run, url };
}

/** The lines that an operator reads: warnings and errors. */
const warnings = (run: InsulaProcess): Line[] =>
  run
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ level }) => level >= 40);

/** Asks so many times, a few at a time: what waits for its turn for long is refused before it gets to the database. */
async function statuses(url: string, count: number, init: () => RequestInit, path = '/v1/keys') {
  const headers = { authorization: `Bearer ${api.token}` };
  const seen = new Set<number>();
  const ask = async () => {
    for (let n = 0; n < count / 5; n++) {
      const answer = await fetch(url + path, { ...init(), headers });
      await answer.arrayBuffer();
      seen.add(answer.status);
    }
  };
  await Promise.all(Array.from({ length: 5 }, ask));
  return [...seen];
}

it('logs once that the database is away, and once that it is back, with what failed meanwhile', async () => {
  const relay = await startRelay();
  onTestFinished(() => relay.close());
  const { run, url } = await start({ DATABASE_URL: relay.to(server.config.databaseUrl as string) });
  expect(await statuses(url, 5, () => ({}))).toEqual([200]);
  await relay.cut();
  expect(await statuses(url, 400, () => ({}))).toEqual([503]);
  await run.printed(/the database is still away after 1\d s: 400 requests were answered 503/);
  await relay.restore();
  const [, others] = await run.printed(
    /the database is back after \d+ s: 400 requests were answered 503, (\d+) other calls failed/,
  );
  // The worker's rounds, the bell.
  expect(Number(others)).toBeGreaterThan(5);
  expect(await statuses(url, 5, () => ({}))).toEqual([200]);
  const lines = warnings(run).map(({ msg }) => msg.replaceAll(/\d+/g, '…'));
  expect(lines[0]).toMatch(/^ENCRYPTION_KEY|^the database is away/);
  const said = lines.filter((line) => !line.startsWith('the database is still away'));
  expect(said).toEqual([
    'the database is away: failures are counted until it is back',
    expect.stringMatching('^the database is back after'),
  ]);
  expect(warnings(run)[0]?.reason).toMatch(/ECONN|terminated/);
  expect(run.output()).not.toContain('"stack"');
});

it('logs the same for a storage that is away', async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const { run, url } = await start(s3.env as Record<string, string>);
  s3.fail = () => ({ status: 403, code: 'InvalidAccessKeyId' });
  const upload = () => ({ method: 'POST', body: fileForm('bytes', 'a.txt') });
  expect(await statuses(url, 20, upload, '/v1/files/upload')).toEqual([503]);
  s3.fail = () => undefined;
  await run.printed(/the storage of files is back after \d+ s: 20 requests were answered 503/);
  expect(warnings(run)).toHaveLength(2);
  expect(run.output()).not.toContain('"stack"');
});

it('logs once that the mail server is away, however many mails wait for it', async () => {
  const mails = await startMailServer();
  await mails.close();
  const worker = await server.sibling({ WORKER: 'on', LOG_LEVEL: 'warn', SMTP_URL: mails.url });
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      sendMessage(server, api.tenant.id, {
        to: `waiting-${n}@example.com`,
        template: 'email',
        variables: { otp: '123456' },
      }),
    ),
  );
  await expect
    .poll(
      async () =>
        (
          await server.db.query(
            `select from app.messages where id = any ($1) and attempts = 1 and error is not null`,
            [ids],
          )
        ).rowCount,
      { timeout: 60_000 },
    )
    .toBe(20);
  const lines = worker.logLines.map((line) => JSON.parse(line) as Line);
  await worker.close();
  expect(lines.map(({ msg }) => msg)).toEqual([
    'the mail server is away: failures are counted until it is back',
  ]);
});
