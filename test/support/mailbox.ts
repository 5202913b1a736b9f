import type { TestServer } from './server.ts';

/** A mail or text as it waits to be sent. */
export interface Message {
  id: string;
  channel: 'email' | 'sms';
  template: string;
  token: string;
  otp: string;
  // biome-ignore lint/suspicious/noExplicitAny: each template has its own
  variables: any;
}

/** The last message to a recipient that the server has queued (with WORKER off, they stay). */
export async function lastMessage(
  server: Pick<TestServer, 'db'>,
  recipient: string,
): Promise<Message> {
  const message = (await messagesTo(server, recipient)).at(-1);
  if (!message) throw new Error(`no message to ${recipient}`);
  return message;
}

/** All messages to a recipient, oldest first. */
export async function messagesTo(
  { db }: Pick<TestServer, 'db'>,
  recipient: string,
): Promise<Message[]> {
  const { rows } = await db.query(
    'select id, channel, template, variables from app.messages where recipient = $1 order by id',
    [recipient],
  );
  return rows.map((row) => ({ ...row, token: row.variables.token, otp: row.variables.otp }));
}

/** Takes all messages back in time, as far as limits go: the next one may be sent. */
export async function forgetLimits({ db }: Pick<TestServer, 'db'>): Promise<void> {
  await db.query('delete from app.auth_counters');
}

/** Sets what POST /v1/auth-config would set. */
export async function setAuthConfig(
  { db }: Pick<TestServer, 'db'>,
  tenantId: string,
  auth: object,
): Promise<void> {
  await db.query(
    `insert into app.tenant_settings (tenant_id, auth) values ($1, $2)
     on conflict (tenant_id) do update set auth = excluded.auth`,
    [tenantId, auth],
  );
}
