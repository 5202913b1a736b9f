import { expect, it } from 'vitest';
import type { TenantClient } from '../support/api.ts';
import { defineType } from '../support/define-type.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { blocking } from './support.ts';

const server = useOwnDatabase();
const a = useTenant(server);
const b = useTenant(server);

it('imports of one tenant are read one at a time, while another tenant can import', async () => {
  const type = await defineType(a, { n: 'number' });
  const other = await defineType(b, { n: 'number' });
  const blocks = blocking(server, () => a);
  // The copy continues for all others.
  const copy = `return api.data_import_plan_kept(tenant, args);`;
  await server.db.query(`alter function api.data_import_plan rename to data_import_plan_kept`);
  await blocks.block('api.data_import_plan', 'stable', copy);
  await server.db.query(
    `grant execute on function api.data_import_plan(text, jsonb) to insula_tenant`,
  );
  await blocks.hold();
  const send = (who: TenantClient, object_type_id: string) =>
    fetch(`${server.url}/v1/data/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ object_type_id, rows: [{ n: 1 }] }),
    });
  const flood = Array.from({ length: 5 }, () => send(a, type.id));
  await blocks.blockedAre(1);
  expect((await send(b, other.id)).status).toBe(200);
  expect(await blocks.count()).toBe(1);
  await blocks.letGo();
  await Promise.all(flood);
});
