import { type Destination, readJson, writeJson } from './destination.ts';

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

export const readVerification = (destination: Destination): Promise<Verification | undefined> =>
  readJson<Verification>(destination, key);

export const writeVerification = (
  destination: Destination,
  verification: Verification,
): Promise<void> => writeJson(destination, key, verification);
