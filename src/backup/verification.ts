import { type Destination, readJson, writeJson } from './destination.ts';
import { BackupError } from './errors.ts';

/** The result of the last verification, as it lies at a destination. */
export interface Verification {
  verified_at: string;
  status: 'passed' | 'failed';
  base: string | null;
  chain: string | null;
  /** The fault. */
  error: string | null;
}

const key = 'verified.json';

/** One that is damaged counts for none: the next verification replaces it. */
export const readVerification = (destination: Destination): Promise<Verification | undefined> =>
  readJson<Verification>(destination, key).catch((error) => {
    if (error instanceof BackupError) return undefined;
    throw error;
  });

export const writeVerification = (
  destination: Destination,
  verification: Verification,
): Promise<void> => writeJson(destination, key, verification);
