import { ApiError, type ErrorCode, type ErrorExtras } from '../errors.ts';

/** The result of a job: its value, or a refusal, which is an answer as well. */
export type Outcome =
  | { value: unknown; refusal?: never }
  | { refusal: { code: ErrorCode; message: string; extras: ErrorExtras } };

/** Does a job. @throws what is no refusal */
export async function outcomeOf(work: () => unknown): Promise<Outcome> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, extras } = error;
    return { refusal: { code, message, extras } };
  }
}

/** @throws the refusal */
export function opened<T>(outcome: Outcome): T {
  if (!outcome.refusal) return outcome.value as T;
  const { code, message, extras } = outcome.refusal;
  throw new ApiError(code, message, extras);
}
