/**
 * A mail server in a process of its own: accepts everything, and reports when it has had the first n mails, and how
 * fast.
 */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

let wanted = 0;
let received = 0;
let first = 0;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    stream.resume().once('end', () => {
      done();
      if (received === 0) first = performance.now();
      received += 1;
      if (received === wanted)
        process.send?.({ perMinute: (received * 60_000) / (performance.now() - first) });
    });
  },
});
process.once('message', (count: number) => {
  wanted = count;
});
const listening = server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (listening.address() as AddressInfo).port }),
);
