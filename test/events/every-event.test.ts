import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { announced, eventTypes } from '../../src/ground/shapes/event-types.ts';
import '../../src/groups/index.ts';
import { signedReport } from '../email/support.ts';
import { uploaded } from '../files/support-lifecycle.ts';
import { good } from '../support/answers.ts';
import { createTenant, type TenantClient } from '../support/api.ts';
import { asWorker } from '../support/as-worker.ts';
import { defineType } from '../support/define-type.ts';
import { useServer } from '../support/use-server.ts';

const server = useServer();
let api: TenantClient;
beforeEach(async () => {
  api = await createTenant(server);
});

const root = new URL('../', import.meta.url);
const here = 'events/every-event.test.ts';

/** The tests that see those fire which no case of the journal fires: what happens later, and without a request. */
const seenIn: Record<string, string> = {
  'automation.completed': 'automations/actions.test.ts',
  'automation.failed': 'budgets/writes.test.ts',
  'email.bounced': 'email/events.test.ts',
  'email.complained': here,
  'email.failed': 'email/events.test.ts',
  'email.sent': 'email/events.test.ts',
  'email.suppressed': here,
  'export.failed': here,
  'file.version_created': here,
  'function.executed': 'functions/worker.test.ts',
  'function.failed': 'functions/worker.test.ts',
  'impersonation.ended': 'tenants-admin/impersonation.test.ts',
  'import.failed': here,
  'integration.failed': 'integrations/sync.test.ts',
  'integration.synced': 'integrations/sync.test.ts',
  'invariant.failed': 'invariants/worker.test.ts',
  'job.completed': 'scheduled-jobs/runs.test.ts',
  'job.failed': 'scheduled-jobs/runs.test.ts',
  'ledger.mismatch': 'accounting/verify.test.ts',
  'sms.failed': 'messages/sms.test.ts',
  'sms.sent': 'messages/sms.test.ts',
  'sql.executed': 'sql/for-code.test.ts',
  'subscription.deleted': 'billing/webhook.test.ts',
  'tenant.exported': 'snapshot/exports.test.ts',
  'tenant.restored': 'snapshot/staging-elsewhere.test.ts',
  'usage.limit_reached': 'usage/standings.test.ts',
  'user.erased': 'users/erasure.test.ts',
  'user.phone_verified': 'auth/addresses.test.ts',
  'webhook.disabled': 'webhooks/retry.test.ts',
  'workflow.failed': 'workflows/worker.test.ts',
};

describe('every name of GET /events/types', () => {
  it('is one that a test sees fired, or is announced as one that nothing fires yet', async () => {
    const cases: string[] = [];
    // test/engines/journal.test.ts compares their rows with what is written.
    for await (const file of glob('*/*journal*cases.ts', { cwd: root }))
      cases.push(readFileSync(new URL(file, root), 'utf8'));
    const all = cases.join('\n');
    const isFired = (name: string) => all.includes(`'${name}'`);
    const later = Object.entries(announced).flatMap(([noun, verbs]) =>
      verbs.split(' ').map((verb) => `${noun}.${verb}`),
    );
    const others = eventTypes().filter((name) => !isFired(name));
    expect(others).toEqual([...Object.keys(seenIn), ...later].toSorted());
  });

  it.each(Object.entries(seenIn))('%s stands in %s', (name, file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    const uses = text.split(`'${name}'`).length - 1;
    expect(uses).toBeGreaterThan(file === here ? 1 : 0);
  });
});

/** The events of a name that the tenant has had. */
const fired = async (name: string) => {
  const { rows } = await server.db.query(
    'select j.after from app.journal j where j.tenant_id = $1 and j.type = $2 order by j.id',
    [api.tenant.id, name],
  );
  return rows.map(({ after }) => after);
};

describe('an event is fired', () => {
  it('when a mail goes only to suppressed addresses, and when its reader complains', async () => {
    const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
    const { id } = await good(api.post('/v1/email/send', mail));
    await server.db.query(
      `update app.messages set status = 'sent', variables = '{}' where id = $1`,
      [id],
    );
    const report = await signedReport(api);
    await report({ message_id: id, event: 'complained' });
    expect(await fired('email.complained')).toMatchObject([{ id }]);
    // After a complaint the address gets no more of them.
    const next = await good(api.post('/v1/email/send', mail));
    expect(next.status).toBe('suppressed');
    expect(await fired('email.suppressed')).toMatchObject([{ id: next.id }]);
  });

  it('when a file has new bytes', async () => {
    const file = await uploaded(api, 'one');
    await api.send('POST', `/v1/files/${file.id}/upload-put`, {
      body: 'two',
      headers: { 'content-type': 'text/plain' },
    });
    expect(await fired('file.version_created')).toMatchObject([{ id: file.id, version: 2 }]);
  });

  it('when no row of an import is good, and when an export fails', async () => {
    const type = await defineType(api, { n: 'integer' });
    const object_type_id = type.id;
    const rows = [{ n: 'much' }];
    await api.post('/v1/data/import', { object_type_id, rows, on_error: 'skip' });
    expect(await fired('import.failed')).toMatchObject([{ failed: 1, created: 0 }]);

    const { id } = await good(api.post('/v1/data/export', { object_type_id }));
    await server.db.query(`update app.exports set status = 'running' where id = $1`, [id]);
    await asWorker(server, 'select worker.export_end($1, $2, null, null, $3)', [
      api.tenant.id,
      id,
      { code: 'INTERNAL_ERROR', message: 'It broke.' },
    ]);
    expect(await fired('export.failed')).toMatchObject([{ id, status: 'failed' }]);
  });
});
