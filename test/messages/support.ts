import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Client } from '../support/api.ts';
import type { TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

export interface Mail {
  from: string;
  to: string[];
  /** As it came, headers and all. */
  raw: string;
  /** Unfolded, by lower-case name; of one that comes twice, both. */
  headers: Record<string, string>;
}

/** The refusal of a mail server for a recipient or a mail; nothing to accept it. */
export type Say = (address: string, attempt: number) => Error | undefined | Promise<never>;

export interface MailServer {
  url: string;
  mails: Mail[];
  /** How often each recipient was tried. */
  attempts: Map<string, number>;
  close(): Promise<void>;
}

/** An error as a mail server answers it. */
export const smtpError = (responseCode: number, text: string): Error =>
  Object.assign(new Error(text), { responseCode });

/**
 * A real mail server on loopback.
 * @param afterData what it waits for when it has a mail, before it says so
 */
export async function startMailServer(
  say: Say = () => undefined,
  afterData: () => Promise<unknown> = async () => {},
): Promise<MailServer> {
  const mails: Mail[] = [];
  const attempts = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const attempt = (attempts.get(address) ?? 0) + 1;
      attempts.set(address, attempt);
      const said = say(address, attempt);
      if (!(said instanceof Promise)) done(said);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          headers: headersOf(raw),
        });
        void afterData().then(() => done());
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    mails,
    attempts,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

function headersOf(raw: string): Record<string, string> {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const headers: Record<string, string> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    headers[name] = [headers[name], line.slice(at + 1).trim()].filter(Boolean).join(' | ');
  }
  return headers;
}

/** The text of a mail, with quoted-printable undone. */
export const plain = ({ raw }: Mail): string =>
  raw
    .replaceAll('=\r\n', '')
    .replaceAll(/(=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    );

export interface Receiver {
  url: string;
  bodies: { headers: IncomingMessage['headers']; body: unknown }[];
  close(): Promise<void>;
}

/** A real HTTP receiver on loopback. @param answer what it does with each request; 200 unless given */
export async function startReceiver(
  answer: (res: ServerResponse, attempt: number) => void = (res) => res.end('{}'),
): Promise<Receiver> {
  const bodies: Receiver['bodies'] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    bodies.push({ headers: req.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    answer(res, bodies.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    bodies,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Sent {
  channel?: 'email' | 'sms';
  to: string;
  template: string;
  variables?: object;
  user_id?: string;
}

/** Queues a message as an operation does. @returns its id */
export async function sendMessage(
  { db }: Pick<TestServer, 'db'>,
  tenant: string,
  { channel = 'email', to, template, variables = {}, user_id }: Sent,
): Promise<string> {
  const { rows } = await db.query('select app.message_send($1, $2, $3, $4, $5, $6) as id', [
    tenant,
    channel,
    to,
    template,
    variables,
    user_id ?? null,
  ]);
  return rows[0].id;
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the table has it
export async function messageRow({ db }: Pick<TestServer, 'db'>, id: string): Promise<any> {
  const { rows } = await db.query('select * from app.messages where id = $1', [id]);
  return rows[0];
}

/** Waits until a message is no longer queued. */
export const whenEnded = (server: Pick<TestServer, 'db'>, id: string) =>
  until(
    () => messageRow(server, id),
    ({ status }) => status !== 'queued',
  );

/** Waits until a message has been tried so often and waits for the next time, then makes it due. @returns it as it waited */
export async function hurry(server: Pick<TestServer, 'db'>, id: string, attempts: number) {
  const row = await until(
    () => messageRow(server, id),
    ({ attempts: made, error }) => made === attempts && error !== null,
  );
  await server.db.query('update app.messages set due_at = now() where id = $1', [id]);
  return row;
}

/** Waits until the feed of changes shows events to its reader: it stops where a transaction is still running. */
export const feedOf = async (client: Client, types: string) => {
  const { body } = await until(
    () => client.get(`/v1/changes?types=${types}&limit=1000`),
    (answer) => answer.body.data.results.length > 0,
  );
  return body.data.results;
};
