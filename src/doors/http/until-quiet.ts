import type { Server } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn of the event loop that took no longer has found nothing to do. */
const emptyMs = 0.05;
/** A server that is never quiet closes anyway. */
const patienceMs = 2_000;

/**
 * Waits for a turn of the event loop in which no connection has come. The system takes connections for a server until it
 * closes, and resets those that still wait for it then: their requests would be lost, and a proxy may not send them again.
 * Node takes one at each turn, so under load some always wait. In a quiet moment there are none.
 */
export async function untilQuiet(server: Server): Promise<void> {
  let come = 0;
  const count = () => (come += 1);
  server.on('connection', count);
  const begun = performance.now();
  for (;;) {
    const [turn, before] = [performance.now(), come];
    await nextTurn();
    const now = performance.now();
    if (come === before && (now - turn < emptyMs || now - begun > patienceMs)) break;
    if (now - begun > 2 * patienceMs) break;
  }
  server.off('connection', count);
}
