import type { Logger } from 'pino';
import type { BackupsStanding } from '../pulse/standing.ts';
import type { VerifyJob } from './messages.ts';
import { verifyInChild } from './once-process.ts';
import { untilFiring } from './run.ts';

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
  };
  const running = (async () => {
    if (verifyCron === undefined) return;
    for (;;) {
      await untilFiring(verifyCron, signal);
      if (signal.aborted) return;
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
