/** The script of the process that runs backups: encryption and compression would hold up requests. */
import type { FromBackups, ToBackups } from './messages.ts';
import { runBackups } from './run.ts';

const stopping = new AbortController();
const tell = (message: FromBackups) => {
  if (process.connected) process.send?.(message, () => {});
};

// Ctrl-C in a terminal reaches this process too, before its parent tells it to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// The parent is gone, however it ended: what has come by now is stored.
process.on('disconnect', () => stopping.abort());
process.on('message', (message: ToBackups) => {
  if (message.type === 'stop') stopping.abort();
  else void runBackups(message.job, stopping.signal, tell).finally(() => process.exit());
});
