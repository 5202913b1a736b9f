import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Box } from '../../src/credentials/box.ts';
import { sealStored } from '../../src/db/seal-stored.ts';
import { createLog } from '../../src/pulse/log.ts';
import { create as createAutomation, trigger } from '../automations/support.ts';
import { good } from '../support/answers.ts';
import type { TenantClient } from '../support/api.ts';
import { createTenant } from '../support/api.ts';
import { dumpTables } from '../support/dump-tables.ts';
import { type Listener, listen } from '../support/listen.ts';
import { settle } from '../support/settle.ts';
import { useOwnDatabase } from '../support/use-server.ts';

/** A database that an earlier version has written: secrets of headers in clear. */

const server = useOwnDatabase({ OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8', WORKER: 'on' });
let receiver: Listener;
let api: TenantClient;
beforeAll(async () => {
  receiver = await listen({ 'POST /hook': () => ({}) });
  api = await createTenant(server);
});
afterAll(() => receiver.close());

const secret = 'Bearer canary-in-clear-4711';
const log = () => createLog({ ...server.config, logLevel: 'silent' });

async function upgrade(): Promise<void> {
  const client = await server.db.connect();
  try {
    const box = new Box(server.config.encryptionKey);
    await sealStored(client as unknown as pg.Client, box, log());
  } finally {
    client.release();
  }
}

/** Records that an upgrade may have changed, by their versions in the database. */
async function sealedRows(): Promise<unknown[]> {
  const { rows } = await server.db.query(
    `select ctid::text, xmin::text, headers::text as text from app.webhooks
     union all select ctid::text, xmin::text, actions::text from app.automations
     union all select ctid::text, xmin::text, states::text from app.workflow_versions
     union all select ctid::text, xmin::text, after::text from app.journal where resource_type in ('automation', 'plugin')
     union all select ctid::text, xmin::text, note from app.journal_seals
     order by 1, 2`,
  );
  return rows;
}

describe('an upgrade', () => {
  it('seals values stored in clear, blanks the journal, and lets its seals show that', async () => {
    const url = `${receiver.url}/hook`;
    const call = { url, headers: { authorization: secret, 'x-plain': 'plain' } };
    const action = { type: 'webhook', config: call };
    const id = await createAutomation(api, { actions: [action] });
    const hook = await good(api.post('/v1/webhooks', { url, events: ['custom.x'], headers: {} }));
    const workflow = await good(
      api.post('/v1/workflows', {
        name: 'W',
        trigger: 'manual',
        initial_state: 'a',
        states: [
          { name: 'a', type: 'task', on_enter: [action] },
          { name: 'b', type: 'end' },
        ],
        transitions: [{ name: 'end', from: 'a', to: 'b' }],
      }),
    );
    await good(api.post(`/v1/workflows/${workflow.id}/publish`));
    const tenant = api.tenant.id;
    const clear = JSON.stringify([{ key: 'step_1', ...action }]);
    const state = JSON.stringify({ id, actions: [action] });
    const changes: [string, unknown[]][] = [
      ['update app.automations set actions = $2 where tenant_id = $1', [clear]],
      ['update app.webhooks set headers = $2 where tenant_id = $1', [JSON.stringify(call.headers)]],
      [
        `update app.workflow_versions set states = jsonb_set(states, '{0,on_enter}', $2) where tenant_id = $1`,
        [clear],
      ],
      [
        `update app.workflow_states set state = jsonb_set(state, '{on_enter}', $2) where tenant_id = $1 and name = 'a'`,
        [clear],
      ],
      [
        `update app.journal set after = $2 where tenant_id = $1 and type = 'automation.created'`,
        [state],
      ],
      [
        `insert into app.webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, url, status, request_body)
         select tenant_id, app.new_id('dlv'), id, app.new_id('evt'), 'automation.created', url, 'success', $2
         from app.webhooks where tenant_id = $1`,
        [JSON.stringify({ type: 'automation.created', data: { id, actions: [action] } })],
      ],
      [
        `insert into app.journal (tenant_id, xid, id, type, actor, resource_type, resource_id, after)
         select $1, pg_current_xact_id(), app.new_id('evt'), 'plugin.updated', '{"type":"system","id":"s","email":null}', 'plugin', 'plg_1', after::json
         from unnest($2::text[]) after`,
        [
          [
            JSON.stringify({ config_json: { token: '••••4711', days: '3' } }),
            JSON.stringify({ config_json: { token: secret, days: '3' } }),
          ],
        ],
      ],
    ];
    for (const [text, values] of changes) await server.db.query(text, [tenant, ...values]);
    await settle(server.db);
    await server.db.query('select worker.journal_seal($1, 1000)', [tenant]);
    expect(await dumpTables(server.db)).toContain('canary');

    await upgrade();
    expect(await dumpTables(server.db)).not.toContain('canary');
    const record = await good(api.get(`/v1/automations/${id}`));
    expect(record.actions[0].config.headers).toEqual({ authorization: '••••', 'x-plain': 'plain' });
    await trigger(api, id);
    expect(receiver.requests.at(-1)?.headers).toMatchObject({
      authorization: secret,
      'x-plain': 'plain',
    });
    expect((await good(api.get(`/v1/webhooks/${hook.id}`))).headers).toMatchObject({
      authorization: '••••',
    });
    const { logs } = await good(api.get('/v1/audit-logs?limit=100'));
    const { changes: of } = logs.find(
      (row: { action: string }) => row.action === 'automation.created',
    );
    expect(of.after.actions[0].config.headers).toEqual({
      authorization: '••••',
      'x-plain': 'plain',
    });
    expect(await good(api.get('/v1/audit-logs/verify'))).toMatchObject({ valid: true, blanked: 2 });

    const before = await sealedRows();
    await upgrade();
    expect(await sealedRows()).toEqual(before);
  });
});
