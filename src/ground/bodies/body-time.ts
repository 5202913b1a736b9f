import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { declaredBytes, hasBody } from './body-bytes.ts';
import { discard } from './discard.ts';

/** So much has to come in each span of the time limit from who may take longer: about half a kilobyte a second. */
const minProgress = 16 * 1024;
/** How long a client may go on sending what was refused; closing at once would tear the answer from its hands. */
const lingerMs = 2000;

const unhurried = new WeakSet<IncomingMessage>();

/** Lets the body of a request take as long as it needs, while it keeps coming: bytes of files. */
export const takeTimeFor = (req: IncomingMessage): void => void unhurried.add(req);

/** A body of no more than this is through at once. */
const quickBytes = 64 * 1024;

/**
 * Whether the rest of a body that gets its answer now is read slowly (`discard`): the next request on the connection, which
 * behind a proxy may be that of another client, would wait for it.
 */
export const leavesMuch = (req: IncomingMessage): boolean =>
  !req.complete &&
  hasBody(req) &&
  !unhurried.has(req) &&
  (req.headers['transfer-encoding'] !== undefined || declaredBytes(req) > quickBytes);

/** Ends an answer, the last one on its connection, when the client has sent what it began to send. */
export function endAfterBody(req: IncomingMessage, res: ServerResponse): void {
  // One that asks first (100-continue) sends nothing any more.
  if (req.headers.expect !== undefined) {
    res.end();
    return;
  }
  discard(req);
  for (const event of ['end', 'close']) req.once(event, () => res.end());
}

/**
 * Limits how long the bodies of requests take to arrive, and how much it costs to read what has its answer already. In place of Node's requestTimeout, which makes no exceptions:
 * 5 GB do not come in 30 seconds.
 * @param limitMs from the end of the headers on; 408 after that
 */
export function limitBodyTime(server: Server, limitMs: number): void {
  server.prependListener('request', (req, res) => {
    if (!hasBody(req)) return;
    const { socket } = req;
    let received = socket.bytesRead;
    const giveUp = () => {
      const code = 'ERR_HTTP_REQUEST_TIMEOUT';
      server.emit('clientError', Object.assign(new Error('slow body'), { code }), socket);
    };
    const look = () => {
      if (req.complete || socket.destroyed) return;
      const progress = socket.bytesRead - received;
      received = socket.bytesRead;
      if (unhurried.has(req) && progress >= minProgress) timer.refresh();
      else giveUp();
    };
    const timer = setTimeout(look, limitMs).unref();
    req.once('close', () => clearTimeout(timer));
    // Before Node does the same in its own way.
    res.once('prefinish', () => discard(req));
    res.once('finish', () => {
      if (req.complete || !unhurried.has(req)) return;
      clearTimeout(timer);
      setTimeout(() => req.complete || giveUp(), lingerMs).unref();
    });
  });
}
