import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { crowd } from '../support/crowd.ts';
import {
  callOperation,
  type DocumentedOperation,
  documentedOperations,
} from '../support/operations.ts';
import { useServer } from '../support/use-server.ts';
import { openPortal, signedIn } from './support.ts';

const server = useServer();
const own = ['portal.me', 'portal_auth.logout'];

it('opens no operation but those of the portal with a contact’s token', async () => {
  const api = await createTenant(server);
  const { type, contact } = await openPortal(api);
  const client = await signedIn(api, contact, { capabilities: ['objects:read', 'write'] });
  const operations = (await documentedOperations(server.url)).filter(
    ({ id, scope }) => !own.includes(id) && scope !== 'public' && scope !== 'open',
  );
  expect(operations.length).toBeGreaterThan(300);
  // Ids of the contact’s own, where there are such.
  const params = new Proxy<Record<string, string>>(
    { object_type_id: type.id, id: contact.object_id, object_id: contact.object_id },
    { get: (known, name: string) => known[name] ?? (name.startsWith('version') ? '1' : 'x_0') },
  );
  const opened: string[] = [];
  await crowd(operations.length, async (n) => {
    const operation = operations[n] as DocumentedOperation;
    const { status, body } = await callOperation(client, operation, params);
    // The operator's accept no access token at all.
    const refusal = operation.scope === 'platform' ? [401, 'INVALID_TOKEN'] : [403, 'FORBIDDEN'];
    if (`${[status, body.error?.code]}` !== `${refusal}`) opened.push(`${operation.id} ${status}`);
  });
  expect(opened).toEqual([]);
  expect((await client.get('/v1/portal/me')).status).toBe(200);
}, 300_000);
