import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { paste } from '../support/curl.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { blocks, page } from './pages.ts';
import { shown } from './shown.ts';

let server: TestServer;
/** Answers the code or the token of the last message: what a reader would copy from a mail. */
const mailbox = createServer(async (req, res) => {
  const { rows } = await server.db.query(
    'select variables->>$1 as text from app.messages order by id desc limit 1',
    [req.url?.slice(1)],
  );
  res.end(rows[0].text);
});
beforeAll(async () => {
  server = await startTestServer();
  mailbox.listen(0, '127.0.0.1');
  await once(mailbox, 'listening');
});
afterAll(async () => {
  mailbox.close();
  await server.close();
});

it('docs/auth/signin.md shows what its lines answer, one after the other', async () => {
  const text = page('docs/auth/signin.md');
  const answers = blocks(text, 'json').map((block) => JSON.parse(block));
  const scripts = blocks(text, 'sh');
  expect(scripts.length).toBeGreaterThan(8);
  expect(answers).toHaveLength(scripts.length);
  await createTenant(server, { slug: 'first' });
  const read = (name: string) =>
    `$(curl -s http://127.0.0.1:${(mailbox.address() as AddressInfo).port}/${name})`;
  const lines = scripts
    .map((script) => `${script}\necho\n`)
    .join('')
    .replaceAll('http://localhost:3000', server.url)
    .replaceAll(/^CODE=.*$/gm, `CODE=${read('otp')}`)
    .replaceAll(/^TOKEN=.*$/gm, `TOKEN=${read('token')}`);
  const printed = (await paste(lines)).trim().split(/\n+/);
  expect(printed.map((line) => JSON.parse(line))).toEqual(answers.map(shown));
});
