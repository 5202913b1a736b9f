import type { IncomingMessage } from 'node:http';
import { hasBody } from './body-bytes.ts';

/** How many requests have the rest of their bodies read for nothing. */
let unread = 0;
const begun = new WeakSet<IncomingMessage>();

/**
 * Reads what is left of a body that has its answer, and does nothing with it: clients that send before they read would never
 * see the answer otherwise. All those together are read a piece (64 kB) in a millisecond, so that megabytes which were refused
 * cost next to nothing; Node would read each as fast as it comes.
 */
export function discard(req: IncomingMessage): void {
  if (req.complete || req.destroyed || !hasBody(req) || begun.has(req)) return;
  begun.add(req);
  unread += 1;
  req.unpipe();
  req.on('data', () => {
    req.pause();
    setTimeout(() => req.resume(), unread);
  });
  req.once('close', () => {
    unread -= 1;
  });
  // From here on Node takes it for read, and leaves it to us.
  req.read(0);
  req.resume();
}
