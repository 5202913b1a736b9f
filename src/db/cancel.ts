import pg from 'pg';

const answerMs = 2_000;

/** The fields of a connection that a cancel request needs and pg's types do not name. */
interface Connected {
  host: string;
  port: number;
  ssl: boolean | object;
  sslNegotiation: string;
  processID: number;
  secretKey: number;
  connection: { stream: { destroy(): void } };
}

/** The bare connection of pg: only it can send anything but a startup message. */
interface Wire {
  stream: { destroy(): void };
  on(event: 'connect' | 'sslconnect' | 'end' | 'error', heard: () => void): void;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

/**
 * Has PostgreSQL end the statement that a connection is running (a CancelRequest of its wire protocol), which then fails
 * with 57014; nothing happens when it has just ended. The server closes the connection of the request once the signal is
 * on its way, and a connection that gets it while it runs nothing ignores it: who waits for this promise before the next
 * statement can be sure that it is not the one that is hit. Where the request does not get through, the connection
 * itself is closed, which PostgreSQL sees within client_connection_check_interval.
 */
export async function cancelStatement(client: pg.ClientBase): Promise<void> {
  const connected = client as unknown as Connected;
  if (!(await request(connected))) connected.connection.stream.destroy();
}

/** @returns whether the server has got the request */
function request(connected: Connected): Promise<boolean> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = connected;
  const wire = new pg.Connection({ ssl, sslNegotiation } as object) as unknown as Wire;
  return new Promise((resolve) => {
    const end = (isSent: boolean) => {
      clearTimeout(timer);
      wire.stream.destroy();
      resolve(isSent);
    };
    const timer = setTimeout(() => end(false), answerMs);
    const send = () => wire.cancel(processID, secretKey);
    wire.on('error', () => end(false));
    wire.on('end', () => end(true));
    if (!ssl) wire.on('connect', send);
    else if (sslNegotiation !== 'direct') wire.on('connect', () => wire.requestSsl());
    wire.on('sslconnect', send);
    if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
    else wire.connect(port, host);
  });
}
