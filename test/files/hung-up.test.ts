import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { fileForm } from '../support/seed-files.ts';
import { until } from '../support/until.ts';
import { useOwnDatabase, useTenant } from '../support/use-server.ts';
import { head, openWire } from '../support/wire.ts';

const server = useOwnDatabase({ LOG_LEVEL: 'info' });
const api = useTenant(server);

it('clients that hang up while a file is sent are no fault, and no outage of the database', async () => {
  const form = { body: fileForm(randomBytes(8_000_000), 'data.bin') };
  const { body } = await api.send('POST', '/v1/files/upload', form);
  const path = `/v1/files/${body.data.id}/content`;
  const times = 20;
  for (let n = 0; n < times; n++) {
    const { socket, send } = await openWire(server);
    send(`${head('GET', path, { Authorization: `Bearer ${api.token}` })}\r\n`);
    await once(socket, 'data');
    socket.resetAndDestroy();
  }
  const lines = () => server.logLines.map((line) => JSON.parse(line));
  const sent = await until(
    async () => lines().filter((line) => line.path === path),
    (all) => all.length === times,
  );
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([499]));
  // The last of them has been at its end for a moment.
  expect((await api.get('/health')).status).toBe(200);
  expect(lines().filter(({ level }) => level > 30)).toEqual([]);
});
