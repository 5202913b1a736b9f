import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { insula } from '../support/process.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { type MailServer, messageRow, sendMessage, startMailServer, whenEnded } from './support.ts';

const server = useOwnDatabase();
const api = useTenant(server);

const running: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.close();
});
const mailServer = async (...say: Parameters<typeof startMailServer>): Promise<MailServer> => {
  const started = await startMailServer(...say);
  running.push(started);
  return started;
};
const worker = async (env: Record<string, string>) => {
  const started = await server.sibling({ WORKER: 'on', ...env });
  running.push(started);
  return started;
};
const queue = (to: string, tenant = api) =>
  sendMessage(server, tenant.tenant.id, { to, template: 'email', variables: { otp: '123456' } });
const due = (id: string) =>
  server.db.query('update app.messages set due_at = now() where id = $1', [id]);

/** A worker in a process of its own. */
async function killable(smtpUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'insula-test-'));
  running.push({ close: () => rm(dataDir, { recursive: true, force: true }) });
  const { databaseUrl, encryptionKey } = server.config;
  return insula(['start', '--worker-only'], {
    DATABASE_URL: databaseUrl as string,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    DATA_DIR: dataDir,
    SMTP_URL: smtpUrl,
  });
}

it('a worker killed while sending loses no message: another one sends it', async () => {
  const hanging = await mailServer(() => new Promise<never>(() => {}));
  const id = await queue('killed@example.com');
  const first = await killable(hanging.url);
  await until(
    async () => hanging.attempts.get('killed@example.com'),
    (attempts) => attempts === 1,
  );
  first.child.kill('SIGKILL');
  await first.exit();
  const left = await messageRow(server, id);
  expect(left).toMatchObject({ status: 'queued', attempts: 1, variables: { otp: '123456' } });
  expect(left.due_at.getTime()).toBeGreaterThan(Date.now());
  expect(left.due_at.getTime()).toBeLessThan(Date.now() + 30_000);

  // 25 seconds later:
  await due(id);
  const taking = await mailServer();
  await worker({ SMTP_URL: taking.url });
  expect(await whenEnded(server, id)).toMatchObject({ status: 'sent', attempts: 2 });
  expect(taking.mails.map(({ to }) => to)).toEqual([['killed@example.com']]);
});

it('a worker killed between sending a mail and recording it leads to the same mail twice', async () => {
  const silent = await mailServer(undefined, () => new Promise<never>(() => {}));
  const id = await queue('twice@example.com');
  const first = await killable(silent.url);
  await until(
    async () => silent.mails.length,
    (mails) => mails === 1,
  );
  first.child.kill('SIGKILL');
  await first.exit();
  await due(id);
  const taking = await mailServer();
  await worker({ SMTP_URL: taking.url });
  expect(await whenEnded(server, id)).toMatchObject({ status: 'sent', attempts: 2 });
  const [before, after] = [silent.mails[0], taking.mails[0]];
  expect(taking.mails).toHaveLength(1);
  expect(after?.headers['message-id']).toBe(`<${id}@localhost>`);
  expect(before?.headers['message-id']).toBe(after?.headers['message-id']);
});

it('a slow mail server has the mail held for it: no other worker also sends it', async () => {
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  const slow = await mailServer(undefined, () => answered);
  const id = await queue('slow@example.com');
  await worker({ SMTP_URL: slow.url });
  await until(
    async () => slow.mails.length,
    (mails) => mails === 1,
  );
  const { due_at: first } = await messageRow(server, id);
  const other = await mailServer();
  await worker({ SMTP_URL: other.url });
  await until(
    async () => (await messageRow(server, id)).due_at.getTime(),
    (held) => held > first.getTime(),
  );
  answer();
  expect(await whenEnded(server, id)).toMatchObject({ status: 'sent', attempts: 1 });
  expect([slow.mails.length, other.mails.length]).toEqual([1, 0]);
});

it('a send attempt that ends too late changes nothing', async () => {
  const id = await queue('late@example.com');
  const claim = () =>
    asWorker(server, 'select worker.messages_claim($1, $2, 5) as claimed', [
      api.tenant.id,
      'email',
    ]);
  const end = async (attempt: number, status: string) =>
    (
      await server.db.query(`select worker.message_end($1, $2, $3, $4, '{}', null) as ended`, [
        api.tenant.id,
        id,
        attempt,
        status,
      ])
    ).rows[0].ended;
  expect((await claim()).rows[0].claimed).toMatchObject([{ id, attempts: 1 }]);
  expect((await claim()).rows[0].claimed).toBeNull();
  await due(id);
  expect((await claim()).rows[0].claimed).toMatchObject([{ id, attempts: 2 }]);
  expect(await end(1, 'failed')).toBe(false);
  expect(await end(2, 'sent')).toBe(true);
  expect(await end(2, 'sent')).toBe(false);
  expect(await messageRow(server, id)).toMatchObject({ status: 'sent', attempts: 2 });
});

it('a message that ends its worker at each attempt is given up', async () => {
  const id = await queue('poison@example.com');
  await server.db.query('update app.messages set attempts = 5 where id = $1', [id]);
  const taking = await mailServer();
  await worker({ SMTP_URL: taking.url });
  expect(await whenEnded(server, id)).toMatchObject({ status: 'failed', variables: {} });
  expect(taking.mails).toEqual([]);
});

it('two workers send each message of many tenants once, and no tenant waits behind another’s queue', async () => {
  const [large, small] = [await createTenant(server), await createTenant(server)];
  const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => queue(`l${n}@a.test`, large)));
  const last = await queue('small@b.test', small);
  const order: string[] = [];
  const taking = await mailServer((address) => {
    order.push(address);
    return undefined;
  });
  await Promise.all([worker({ SMTP_URL: taking.url }), worker({ SMTP_URL: taking.url })]);
  for (const id of [...ids, last]) expect((await whenEnded(server, id)).status).toBe('sent');
  const addresses = taking.mails.map(({ to }) => to[0]);
  expect(addresses).toHaveLength(61);
  expect(new Set(addresses).size).toBe(61);
  expect(order.indexOf('small@b.test')).toBeLessThan(30);
});

it('an unreachable mail server is reported to the operator, and no host to the tenant', async () => {
  const id = await queue('away@example.com');
  const away = await worker({ SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1', LOG_LEVEL: 'warn' });
  const row = await until(
    () => messageRow(server, id),
    ({ error }) => error !== null,
  );
  const error = 'The mail server could not be reached, or did not accept the mail.';
  expect(row).toMatchObject({ status: 'queued', attempts: 1, error });
  const log = away.logLines.join('');
  expect(log).toContain('ECONNREFUSED');
  expect(log).not.toContain('hunter2');
});

it('text messages to a private address are not sent unless the operator has opened it', async () => {
  const id = await sendMessage(server, api.tenant.id, {
    channel: 'sms',
    to: '+14155550100',
    template: 'sms',
  });
  await worker({ SMS_WEBHOOK_URL: 'http://127.0.0.1:9/sms' });
  const { error } = await until(
    () => messageRow(server, id),
    (row) => row.error !== null,
  );
  expect(error).toBe('The SMS webhook could not be reached.');
});
