import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase } from '../support/use-server.ts';

/** Settings that no request would write, but a snapshot of another installation may bring. */

const server = useOwnDatabase({ WORKER: 'on' });

it('sends the messages of a tenant, whatever the settings of another one are', async () => {
  const poisoned = await createTenant(server);
  const other = await createTenant(server);
  await server.db.query(
    `insert into app.tenant_settings (tenant_id, auth) values ($1, '[1]')
     on conflict (tenant_id) do update set auth = excluded.auth`,
    [poisoned.tenant.id],
  );
  for (const { tenant } of [poisoned, other])
    await server.db.query(
      `insert into app.messages (tenant_id, id, channel, recipient, template, variables)
       values ($1, app.new_id('msg'), 'email', 'ada@example.com', 'message', '{"subject": "Hello", "text": "Hello"}')`,
      [tenant.id],
    );
  const status = await until(
    async () =>
      (
        await server.db.query('select status from app.messages where tenant_id = $1', [
          other.tenant.id,
        ])
      ).rows[0].status,
    (one) => one !== 'queued',
    20,
  );
  expect(status).toBe('stored');
});
