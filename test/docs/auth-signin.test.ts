import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, it } from 'vitest';
import { useOwnDatabase } from '../support/use-server.ts';
import { walk } from './walk.ts';

const server = useOwnDatabase();
/** Answers the code or the token of the last message: what a reader would copy from a mail. */
const mailbox = createServer(async (req, res) => {
  const { rows } = await server.db.query(
    'select variables->>$1 as text from app.messages order by id desc limit 1',
    [req.url?.slice(1)],
  );
  res.end(rows[0].text);
});
beforeAll(async () => {
  mailbox.listen(0, '127.0.0.1');
  await once(mailbox, 'listening');
});
afterAll(async () => {
  mailbox.close();
});

it('docs/auth/signin.md shows what its lines answer, one after the other', async () => {
  const { port } = mailbox.address() as AddressInfo;
  const read = (name: string) => `$(curl -s http://127.0.0.1:${port}/${name})`;
  const edit = (lines: string) =>
    lines
      .replaceAll(/^CODE=.*$/gm, `CODE=${read('otp')}`)
      .replaceAll(/^TOKEN=.*$/gm, `TOKEN=${read('token')}`);
  await walk('docs/auth/signin.md', server, edit, undefined, 'first');
});
