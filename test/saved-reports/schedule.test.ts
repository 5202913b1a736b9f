import { strFromU8, unzipSync } from 'fflate';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineDeals, made } from '../dashboards/support.ts';
import { type Mail, type MailServer, startMailServer } from '../messages/support.ts';
import { createPolicy, own } from '../policies/support.ts';
import { fire, whenEnded } from '../scheduled-jobs/support.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { createUser } from '../support/users.ts';

let mailServer: MailServer;
let server: TestServer;
let api: TenantClient;
beforeAll(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ WORKER: 'on', SMTP_URL: mailServer.url });
});
beforeEach(async () => {
  mailServer.mails.length = 0;
  api = await createTenant(server);
  await defineDeals(api, { won: 3, '=cmd()': 2 });
});
afterAll(async () => {
  await server.close();
  await mailServer.close();
});

const reports = '/v1/saved-reports';
const byStatus = {
  name: 'Deals by status',
  type: 'summary',
  config_json: { object_type_id: 'deals', group_by: 'status' },
};
const yearly = { cron: '0 6 1 1 *', timezone: 'Europe/Berlin' };

/** A user whose only role permits these, and reading. */
async function member(permissions: string[]) {
  const role = await made(
    api.post('/v1/roles', { name: 'member', permissions: ['objects:read', ...permissions] }),
  );
  const user = await createUser(api);
  await made(api.post('/v1/roles/assign', { user_id: user.user.id, role_id: role.id }));
  return user;
}

/** Lets the job of a report run now, and answers its run. */
const mailed = async ({ schedule }: { schedule: { job_id: string } }) => {
  await fire(server, api, schedule.job_id, new Date().toISOString());
  return whenEnded(server, api, schedule.job_id);
};
const mailTo = async (address: string) =>
  (await until(
    async () => mailServer.mails.find(({ to }) => to[0] === address),
    (mail) => mail !== undefined,
  )) as Mail;

/** The mail to a recipient as a program shows it; files by their media types. */
async function read(address: string) {
  const { subject, html, text, attachments } = await simpleParser((await mailTo(address)).raw);
  const files = attachments.map(({ contentType, content }) => [contentType, content] as const);
  return { subject, html, text, files: Object.fromEntries(files) };
}

describe('the schedule of a report', () => {
  it('is a scheduled job, which changes and ends with it', async () => {
    const schedule = { ...yearly, recipients: ['a@b.test'] };
    const report = await made(api.post(reports, { ...byStatus, schedule }));
    expect(report.schedule).toMatchObject({ ...schedule, format: 'csv', enabled: true });
    const path = `${reports}/${report.id}`;
    const job = () => api.get(`/v1/scheduled-jobs/${report.schedule.job_id}`);
    expect((await job()).body.data).toMatchObject({
      name: byStatus.name,
      action_type: 'report',
      action_config: { report_id: report.id, recipients: ['a@b.test'], format: 'csv' },
      timezone: 'Europe/Berlin',
      next_run_at: report.schedule.next_run_at,
    });
    const monthly = { cron: '0 6 1 * *', recipients: ['c@b.test'], format: 'xlsx' };
    const changed = await made(api.patch(path, { schedule: { ...monthly, enabled: false } }));
    expect(changed.schedule).toMatchObject({
      ...monthly,
      job_id: report.schedule.job_id,
      timezone: 'UTC',
      enabled: false,
      next_run_at: null,
    });
    expect((await made(api.patch(path, { name: 'Other' }))).schedule).toEqual(changed.schedule);
    expect((await made(api.patch(path, { schedule: null }))).schedule).toBe(null);
    expect((await job()).status).toBe(404);
    const again = await made(api.patch(path, { schedule }));
    await made(api.delete(path));
    expect((await api.get(`/v1/scheduled-jobs/${again.schedule.job_id}`)).status).toBe(404);
  });

  it('is planned for the job as it is: 409 after another change of the same transaction', async () => {
    const schedule = { ...yearly, recipients: ['a@b.test'] };
    const report = await made(api.post(reports, { ...byStatus, schedule }));
    const path = `${reports}/${report.id}`;
    const set = (enabled: boolean) => ({
      method: 'PATCH',
      path,
      body: { schedule: { ...schedule, enabled } },
    });
    const pause = {
      method: 'PATCH',
      path: `/v1/scheduled-jobs/${report.schedule.job_id}`,
      body: { enabled: false },
    };
    for (const first of [set(false), pause]) {
      const requests = [first, set(true)];
      const { status, body } = await api.post('/v1/transaction', { requests });
      expect([status, body.error?.code]).toEqual([409, 'CONFLICT']);
    }
    expect((await made(api.get(path))).schedule).toEqual(report.schedule);
  });

  it('is checked by its fields, and needs the right to send mails', async () => {
    const refused = async (schedule: object) => {
      const { status, body } = await api.post(reports, { ...byStatus, schedule });
      return [status, body.error?.param];
    };
    const good = { ...yearly, recipients: ['a@b.test'] };
    expect(await refused({ ...good, cron: 'daily' })).toEqual([400, 'schedule.cron']);
    expect(await refused({ ...good, timezone: 'Mars' })).toEqual([400, 'schedule.timezone']);
    expect(await refused({ ...good, recipients: [] })).toEqual([400, 'schedule.recipients']);
    expect(await refused({ ...good, recipients: ['a@b.test\r\nBcc: x@y.test'] })).toEqual([
      400,
      'schedule.recipients[0]',
    ]);
    expect(await refused({ ...good, format: 'exe' })).toEqual([400, 'schedule.format']);
    const { client } = await member(['reports:manage']);
    expect((await client.post(reports, byStatus)).status).toBe(201);
    const { status, body } = await client.post(reports, { ...byStatus, schedule: good });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('a report that is mailed', () => {
  it('has its chart inside, its first rows, and all rows as a file', async () => {
    const recipients = ['ann@b.test', 'bob@b.test', 'ANN@b.test'];
    const schedule = { ...yearly, recipients, format: 'csv' };
    const report = await made(api.post(reports, { ...byStatus, name: 'By <status>', schedule }));
    const { status, output, error } = await mailed(report);
    expect([status, error]).toEqual(['succeeded', null]);
    expect(output).toMatchObject({
      row_count: 2,
      email_ids: [expect.any(String), expect.any(String)],
    });
    for (const to of ['ann@b.test', 'bob@b.test']) {
      const { subject, html, text, files } = await read(to);
      expect([subject, text]).toEqual(['By <status>', expect.stringContaining('won  3')]);
      expect(files['image/png']?.subarray(1, 4).toString()).toBe('PNG');
      expect(files['text/csv']?.toString()).toBe(`status,count\nwon,3\n'=cmd(),2\n`);
      // The parser puts the picture where the mail refers to it.
      expect(html).toContain('src="data:image/png;base64,');
      expect(html).toContain('>By &#60;status&#62;</h1>');
    }
    const { last_status, last_run_at } = await made(api.get(`${reports}/${report.id}`));
    expect([last_status, typeof last_run_at]).toEqual(['succeeded', 'string']);
  });

  it('is a table where there is nothing to draw, also one of SQL', async () => {
    const schedule = { ...yearly, recipients: ['ann@b.test'], format: 'xlsx' };
    const report = await made(
      api.post(reports, {
        name: 'Asked',
        type: 'sql',
        config_json: { sql: 'select status, count(*) as n from deals group by 1 order by 2' },
        schedule,
      }),
    );
    expect(await mailed(report)).toMatchObject({ status: 'succeeded', error: null });
    const { files } = await read('ann@b.test');
    expect(files['image/png']).toBe(undefined);
    const file = files['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];
    const sheet = strFromU8(
      unzipSync(new Uint8Array(file as Buffer))['xl/worksheets/sheet1.xml'] as Uint8Array,
    );
    expect(sheet).toContain('won');
  });

  it('shows what the user who scheduled it may see, and no more than the author of the question may', async () => {
    await createPolicy(api, { action: 'select', effect: 'allow', condition_json: [own] }, 'deals');
    const { client } = await member(['reports:manage', 'email:manage']);
    const schedule = { ...yearly, recipients: ['ann@b.test'] };
    const rowsIn = async (report: { schedule: { job_id: string } }) => {
      mailServer.mails.length = 0;
      expect(await mailed(report)).toMatchObject({ status: 'succeeded', error: null });
      return (await read('ann@b.test')).files['text/csv']?.toString();
    };
    const mine = await made(client.post(reports, { ...byStatus, schedule }));
    expect(await rowsIn(mine)).toBe('status,count\n');
    const yours = await made(api.post(reports, { ...byStatus, schedule }));
    expect(await rowsIn(yours)).toContain('won,3');
    // A user who changes the question of a report that another mails asks with their own rights.
    const config_json = { ...byStatus.config_json, limit: 5 };
    await made(client.patch(`${reports}/${yours.id}`, { config_json }));
    expect(await rowsIn(yours)).toBe('status,count\n');
  });

  it('fails, with the reason, if its question cannot be asked any more', async () => {
    const schedule = { ...yearly, recipients: ['ann@b.test'] };
    const report = await made(
      api.post(reports, {
        name: 'Asked',
        type: 'sql',
        config_json: { sql: 'select nothing from deals' },
        schedule,
      }),
    );
    const run = await mailed(report);
    expect([run.status, run.error]).toEqual(['failed', expect.stringContaining('SQL_ERROR')]);
    expect((await made(api.get(`${reports}/${report.id}`))).last_status).toBe('failed');
    expect(mailServer.mails).toEqual([]);
  });
});
