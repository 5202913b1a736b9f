import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { temporaryFolder } from '../support/folder.ts';
import { useServer } from '../support/use-server.ts';
import { blocks, page } from './pages.ts';
import { walk } from './walk.ts';

const server = useServer();

it('docs/events/realtime.md shows what its lines answer, one after the other', async () => {
  await walk('docs/events/realtime.md', server);
});

it('its client hears what is written, also after its connection was lost', async () => {
  const api = await createTenant(server);
  await api.post('/v1/object-types', { name: 'orders' });
  const client = blocks(page('docs/events/realtime.md'), 'js').find((code) =>
    code.includes('new WebSocket'),
  );
  const file = join(await temporaryFolder(), 'client.mjs');
  await writeFile(file, client?.replace('1000)', '10)') ?? '');
  const sockets: Duplex[] = [];
  server.app.server.on('upgrade', (_, socket) => sockets.push(socket));
  const env = { ...process.env, API: server.url, KEY: api.token, TENANT: api.tenant.id };
  const child = spawn(process.execPath, [file], { env });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value as string);
  const create = async (): Promise<string> =>
    (await api.post('/v1/objects/orders', { properties: {} })).body.data.id;

  expect(await next()).toMatchObject({ type: 'subscribed', id: 1, channel: 'objects:orders' });
  const first = await create();
  const event = await next();
  expect(event).toMatchObject({ event: 'object.created', data: { id: first } });
  sockets[0]?.destroy();
  const second = await create();
  expect(await next()).toMatchObject({ type: 'subscribed', seq: event.seq });
  expect(await next()).toMatchObject({ event: 'object.created', data: { id: second } });
  child.kill();
});
