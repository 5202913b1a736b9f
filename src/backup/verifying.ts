import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BackupsStanding } from '../pulse/standing.ts';
import type { VerifyJob } from './messages.ts';
import { verifyInChild } from './once-process.ts';
import { untilFiring } from './run.ts';
import { dropScratch } from './scratch.ts';

/** A server that stops waits no longer for it. */
const dropMs = 5_000;

/** Verifies backups by BACKUP_VERIFY_CRON, until it is stopped. One that cannot be verified now is verified the next time. */
export function startVerifying(
  job: VerifyJob,
  log: Logger,
  standing: BackupsStanding,
): { stop(): Promise<void> } {
  const { verifyCron, recipients, identityFile } = job.config;
  const stopping = new AbortController();
  const { signal } = stopping;
  const verify = async () => {
    if (recipients.length > 0 && identityFile === undefined) {
      log.info('backups are not verified: they are encrypted, and BACKUP_IDENTITY_FILE is not set');
      return;
    }
    try {
      log.info({ verified: await verifyInChild(job, signal) }, 'backups: they were verified');
      standing.verifiedAt = Date.now();
    } catch (error) {
      if (!signal.aborted)
        log.error({ reason: (error as Error).message }, 'backups could not be verified');
    }
    // Of one that was ended; the next start removes what this does not.
    if (signal.aborted)
      await Promise.race([
        dropScratch(job.dataDir, 'verify').catch(() => {}),
        sleep(dropMs, undefined, { ref: false }),
      ]);
  };
  // A process that was killed amid one has left a copy of the database.
  const cleared = dropScratch(job.dataDir, 'verify').catch((error: Error) =>
    log.warn({ reason: error.message }, 'what is left of a verification could not be removed'),
  );
  const running = (async () => {
    if (verifyCron === undefined) return;
    for (;;) {
      await untilFiring(verifyCron, signal);
      if (signal.aborted) return;
      await cleared;
      await verify();
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
