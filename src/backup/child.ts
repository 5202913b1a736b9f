/** The script of the process that runs backups: encryption and compression would hold up requests. */
import { lowerPriorityOf } from '../ground/machine/low-priority.ts';
import { backUpAlone } from './alone.ts';
import { openDestination } from './destination.ts';
import { BackupError, IdentityError } from './errors.ts';
import type { FromBackups, FromOnce, ServerJob, ToBackups, VerifyJob } from './messages.ts';
import { backUpNow } from './now.ts';
import { runBackups } from './run.ts';

const stopping = new AbortController();
const tell = (message: FromBackups | FromOnce) => {
  if (process.connected) process.send?.(message, () => {});
};
/** Between two messages of how far it is. */
const progressMs = 500;

async function makeNow({ config, url, isAlone }: ServerJob): Promise<FromOnce> {
  let toldAt = 0;
  const onBytes = (bytes: number) => {
    if (performance.now() - toldAt < progressMs) return;
    toldAt = performance.now();
    tell({ type: 'read', bytes });
  };
  try {
    const destination = await openDestination(config.to);
    const packing = { recipients: config.recipients };
    const { rateMb, retentionDays } = config;
    const means = { url, destination, packing, rateMb, signal: stopping.signal, onBytes };
    const job = { ...means, retentionDays, reason: 'api' };
    return { type: 'made', base: await (isAlone ? backUpAlone(job) : backUpNow(job)) };
  } catch (error) {
    return failed(error);
  }
}

/** Ends with the process when it is told to stop: PostgreSQL's guard ends that. */
async function verify(job: VerifyJob): Promise<FromOnce> {
  stopping.signal.addEventListener('abort', () => process.exit());
  lowerPriorityOf(process.pid);
  try {
    const { verifyByRestore } = await import('./verify-restore.ts');
    return { type: 'verified', verified: await verifyByRestore(job) };
  } catch (error) {
    return failed(error);
  }
}

const failed = (error: unknown): FromOnce => ({
  type: 'failed',
  reason: (error as Error).message,
  isDamage: error instanceof BackupError && !(error instanceof IdentityError),
});

/** The parent says stop when it has heard. */
function endWith(message: FromOnce): void {
  if (stopping.signal.aborted) process.exit();
  stopping.signal.addEventListener('abort', () => process.exit());
  tell(message);
}

// Ctrl-C in a terminal reaches this process too, before its parent tells it to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// The parent is gone, however it ended: what has come by now is stored.
process.on('disconnect', () => stopping.abort());
process.on('message', (message: ToBackups) => {
  if (message.type === 'stop') stopping.abort();
  else if (message.type === 'now') void makeNow(message.job).then(endWith);
  else if (message.type === 'verify') void verify(message.job).then(endWith);
  else void runBackups(message.job, stopping.signal, tell).finally(() => process.exit());
});
