import { DatabaseError } from 'pg';
import { ClientLeft } from '../ground/concurrency/client-left.ts';
import { ApiError, type ErrorCode, type ErrorExtras, errorCodes } from '../ground/errors.ts';
import { fromStorage, StorageError } from '../ground/storage-error.ts';
import type { Kind } from './time-limits.ts';

const busy = 'The database is busy or unreachable. Try again in a moment.';

const upgraded = 'The database is being upgraded. Try again in a moment.';

/** A way from an SQLSTATE (or its class, two characters) to an error of the API; the first match counts. */
const sqlStates: readonly (readonly [sqlState: RegExp, code: ErrorCode, message: string])[] = [
  [/^(22|23502|23514)/, 'VALIDATION_ERROR', 'A value has the wrong type or is out of range.'],
  [/^23505/, 'ALREADY_EXISTS', 'A record with this value already exists.'],
  [
    /^23503/,
    'CONFLICT',
    'A record that this one refers to has just been changed or removed. Repeat the request.',
  ],
  [/^42501/, 'FORBIDDEN', 'This is not allowed.'],
  [
    /^(40001|40P01)/,
    'CONFLICT',
    'Too many conflicting changes happened at once. Repeat the request.',
  ],
  [/^57014/, 'TIMEOUT', 'The work took too long and was undone. Ask for less at a time.'],
  [
    /^53100/,
    'SERVICE_UNAVAILABLE',
    'The disk of the database is full. Nothing was written; reads still work.',
  ],
  [/^(53|57P|08|55P03)/, 'SERVICE_UNAVAILABLE', busy],
];

/** Errors of Node when the database cannot be reached. */
const connectionErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT',
]);
const poolMessages =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/;

/**
 * Errors of a call whose tenant moves to another machine meanwhile: the rest of it runs without the tenant's context,
 * and row-level security refuses it; or it looks for the tenant at the old place.
 */
const movedErrors: readonly (readonly [sqlState: string, message: RegExp])[] = [
  ['42501', /violates row-level security policy/],
  ['0A000', /COPY FROM not supported with row-level security/],
  ['42704', /unrecognized configuration parameter "app\.(?:tenant_id|given|given_2)"/],
  ['XX000', /could not find valid entry for shard/],
];

function isMoved({ code, message }: DatabaseError): boolean {
  return movedErrors.some(([sqlState, text]) => code === sqlState && text.test(message));
}

/**
 * Errors of a call that meets an upgrade: it was planned for the earlier functions and tables and finds the later ones,
 * or the other way round. Every statement of Insula fits one of the two, so it does not happen at any other time.
 */
const outdatedErrors: readonly (readonly [sqlState: RegExp, message: RegExp])[] = [
  // A function, table, column, type or schema that is not there; a row with other columns; a statement that is not prepared.
  [/^(42883|42P01|42703|42704|42846|3F000|26000)$/, /./],
  [/^XX000$/, /^cache lookup failed|^could not open relation|^tuple concurrently/],
  [/^0A000$/, /cached plan must not change result type/],
];

/** Whether a call was undone because the database is being upgraded: with another connection it may find all of the new version. */
export function isOutdated(error: unknown): boolean {
  if (!(error instanceof DatabaseError) || isMoved(error)) return false;
  const { code = '', message } = error;
  return outdatedErrors.some(([sqlState, text]) => sqlState.test(code) && text.test(message));
}

/** Whether repeating the statement may succeed: serialisation failures, deadlocks, and a tenant that has moved. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    (error.code === '40001' || error.code === '40P01' || isMoved(error))
  );
}

/** Whether a statement has waited for a lock as long as it may. */
export function isLocked(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '55P03';
}

/**
 * Whether a statement failed and its connection is still usable; FATAL ends it, and anything but an answer leaves it
 * in doubt.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

const doubtful = new WeakSet<object>();

/** Notes that work that failed with this error may have been done nevertheless; `toApiError` reports it. */
export function putInDoubt(error: unknown): void {
  if (error instanceof Error) doubtful.add(error);
}

/**
 * Whether a statement may have been committed although it has failed: it was sent, and what came back is not an answer of its
 * own. FATAL is not: it means that the connection ends, and leaves the fate of the statement open. Nor is a
 * coordinator's error about a connection to a node (class 08).
 */
export function leavesOpen(error: unknown): boolean {
  if (isRefusal(error)) return /^08/.test((error as DatabaseError).code ?? '');
  return !(error instanceof Error && notSent.test(error.message));
}

/** pg reports this for a connection that it knows to be broken before it sends anything. */
const notSent = /not queryable/;

const whatToDo: Record<Kind, string> = {
  read: 'Narrow it with a filter on indexed properties, sort by one, or ask for fewer rows at a time',
  write: 'It was undone: send fewer records at a time',
  patient: 'It was undone: do it in parts',
};

/**
 * The error of a statement that took longer than it may, with the figure and the way out; any other as it is.
 * @param limitMs how long that is
 */
export function timedOut(error: unknown, kind: Kind, limitMs: number): unknown {
  if (!(error instanceof DatabaseError) || error.code !== '57014') return error;
  const late = new ApiError(
    'TIMEOUT',
    `This took longer than the ${limitMs / 1000} seconds it is allowed. ${whatToDo[kind]}.`,
  );
  late.cause = error;
  return late;
}

/** Whether a call failed because there was no database to talk to, or its connection was lost. */
export function isUnreachable(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && connectionErrors.has(code)) || poolMessages.test(error.message);
}

/** Any error of a database call as an ApiError. Text of PostgreSQL's own never goes further than the log. */
export function toApiError(error: unknown): ApiError {
  const known = knownError(error);
  return error instanceof Error && doubtful.has(error) ? known.inDoubt() : known;
}

function knownError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StorageError) return fromStorage(error);
  // Of another request, whose work this one shared; its own client would not be told.
  if (error instanceof ClientLeft)
    return withRetry('SERVICE_UNAVAILABLE', 'This was interrupted. Try again.', error);
  if (error instanceof DatabaseError && error.code) {
    const failure = error.code.startsWith('PT') ? fromFail(error) : undefined;
    if (failure) return failure;
    if (isMoved(error)) {
      return withRetry('SERVICE_UNAVAILABLE', busy, error);
    }
    if (isOutdated(error)) return withRetry('SERVICE_UNAVAILABLE', upgraded, error);
    const match = sqlStates.find(([pattern]) => pattern.test(error.code as string));
    if (match) return withRetry(match[1], match[2], error);
  } else if (isUnreachable(error)) {
    return withRetry(
      'SERVICE_UNAVAILABLE',
      'The database is unreachable. Try again in a moment.',
      error,
    );
  }
  const internal = new ApiError(
    'INTERNAL_ERROR',
    'Something broke on our side. Report the request_id.',
  );
  internal.cause = error;
  return internal;
}

function withRetry(code: ErrorCode, message: string, cause: Error): ApiError {
  const error = new ApiError(
    code,
    message,
    code === 'SERVICE_UNAVAILABLE' ? { retry_after: 1 } : {},
  );
  error.cause = cause;
  return error;
}

/**
 * The error that app.fail raised: SQLSTATE PT + status, DETAIL {code, details, param}. Undefined for what only looks
 * like it.
 */
function fromFail(error: DatabaseError): ApiError | undefined {
  if (!error.detail?.startsWith('{')) return undefined;
  const { code, ...extras } = JSON.parse(error.detail) as { code: ErrorCode } & ErrorExtras;
  return Object.hasOwn(errorCodes, code) ? new ApiError(code, error.message, extras) : undefined;
}

/** A refusal as app.refuse answers it. */
export type Refusal = { status: number; code: ErrorCode; message: string } & ErrorExtras;

/** @param headers to send with it */
export function fromRefusal(refusal: Refusal, headers: Record<string, string> = {}): ApiError {
  const { status: _, code, message, ...extras } = refusal;
  return new ApiError(code, message, extras, headers);
}

/** An error that came as part of an answer, as PostgreSQL says those of a whole statement. */
export function failure(
  code: string,
  message: string | null = null,
  detail: string | null = null,
): DatabaseError {
  const error = new DatabaseError(message ?? '', 0, 'error');
  return Object.assign(error, { severity: 'ERROR', code, detail: detail ?? undefined });
}

const failed = '{"$fail"';

/** @param answer null where the operation has none. @throws the error that gateway.call_caught has answered */
export function caught(answer: string): string;
export function caught(answer: string | null): string | null {
  if (!answer?.startsWith(failed)) return answer;
  const { code, message, detail } = JSON.parse(answer).$fail;
  throw failure(code, message, detail);
}
