/** A receiver of webhooks in a process of its own: answers 200, and tells how many a second there were of the first n. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let wanted = 0;
let received = 0;
let first = 0;

const server = createServer((req, res) => {
  req.resume().once('end', () => {
    res.end('ok');
    if (received === 0) first = performance.now();
    received += 1;
    if (received === wanted)
      process.send?.({ perSecond: (received * 1000) / (performance.now() - first) });
  });
});
process.once('message', (count: number) => {
  wanted = count;
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
