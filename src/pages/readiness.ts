import type { Gateway } from '../db/call.ts';

export interface Readiness {
  isReady: boolean;
  /** `ok`, or what is wrong, by part. */
  checks: { process: string; database: string };
}

/**
 * Whether requests can be served. Those who ask at the same time share one look at the database, so that asking
 * often costs nobody a connection.
 */
export function readinessCheck(gateway: Gateway, state: { isClosing: boolean }) {
  let looking: Promise<string> | undefined;
  const look = async () => {
    try {
      await gateway.ping();
      return 'ok';
    } catch {
      return 'unavailable';
    } finally {
      looking = undefined;
    }
  };
  return async (): Promise<Readiness> => {
    looking ??= look();
    const database = await looking;
    const checks = { process: state.isClosing ? 'shutting down' : 'ok', database };
    return { isReady: checks.process === 'ok' && database === 'ok', checks };
  };
}
