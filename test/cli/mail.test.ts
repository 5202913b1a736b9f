import { beforeAll, expect, it } from 'vitest';
import { createTenant } from '../support/api.ts';
import { sharedCli } from '../support/cli.ts';
import { useServer } from '../support/use-server.ts';
import { createUser } from '../support/users.ts';
import { addressFor, mailOf, mailSecret, takingMails } from '../tickets/support.ts';

const server = useServer();
const runCli = sharedCli();
const env = { INBOUND_MAIL_SECRET: mailSecret };
let address: string;
let email: string;
let path: string;
let api: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  api = await createTenant(server);
  const admin = await createUser(api, { role: 'admin' });
  email = admin.email;
  const question = { subject: 'The import stops', body: 'It ends after row 100.' };
  const { data } = (await admin.client.post('/v1/tickets', question)).body;
  path = `/v1/tickets/${data.id}`;
  address = addressFor(server, api.tenant.id, data.number, email);
});

const receive = (mail: string, recipient = address, url = server.url, given: object = env) =>
  runCli(['mail', 'receive', '--url', url, recipient], { ...given }, mail);

it('hands a mail over as it came, and answers in codes that mail servers know', async () => {
  await takingMails(server, async () => {
    const mail = `${mailOf(email, 'Grüße.')}\r\n`;
    expect(await receive(mail)).toMatchObject({ code: 0, stderr: 'insula: added\n' });
    expect(await receive(mail)).toMatchObject({ code: 0, stderr: 'insula: duplicate\n' });
    const refused = await receive(mailOf(`not-${email}`, 'Hello'));
    expect([refused.code, refused.stderr]).toEqual([69, expect.stringContaining('Reply from')]);
  });
  const { messages } = (await api.get(path)).body.data;
  expect(messages.at(-1).body).toBe('Grüße.');
});

it('has mails tried again later if there is no server, and names what is missing', async () => {
  const later = await receive(mailOf(email, 'Hello'), address, 'http://127.0.0.1:1');
  expect(later.code).toBe(75);
  const without = await receive(mailOf(email, 'Hello'), address, server.url, {});
  expect([without.code, without.stderr]).toEqual([
    1,
    expect.stringContaining('INBOUND_MAIL_SECRET'),
  ]);
});
