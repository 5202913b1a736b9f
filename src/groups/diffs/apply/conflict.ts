import { toApiError } from '../../../db/errors.ts';
import type { ApiError } from '../../../ground/errors.ts';

/** A refusal as the reason of a conflict. @throws what is no refusal: the operation is tried again */
export function conflictOf(error: unknown): { reason: string; message: string; fields: string[] } {
  const known: ApiError = toApiError(error);
  if (known.status >= 500) throw error;
  const { param } = known.extras;
  const fields = param === undefined ? [] : [param];
  return { reason: reasons[known.code] ?? 'refused', message: known.message, fields };
}

const reasons: Record<string, string> = {
  NOT_FOUND: 'missing_parent',
  UNKNOWN_PROPERTY: 'missing_parent',
  UNIQUE_VIOLATION: 'unique',
  ALREADY_EXISTS: 'unique',
  PLAN_LIMIT_EXCEEDED: 'limit',
  UPLOAD_INCOMPLETE: 'missing_bytes',
  VALIDATION_ERROR: 'invalid',
};
