import { type ErrorCode, errorCodes } from './error-codes.ts';

export { type ErrorCode, errorCodes } from './error-codes.ts';

/** Whether that which a 503 or 504 is the answer to was done: `unknown` when it may have been, wholly or in part. */
export type Outcome = 'not_done' | 'unknown';

export interface ErrorExtras {
  /** For VALIDATION_ERROR `[{path, code, message}]`, else an object; of a 503 or 504 with its `outcome`. */
  details?: unknown;
  /** The field or parameter at fault. */
  param?: string;
  dependencies?: unknown;
  confirm_token?: string;
  /** Seconds; sent as Retry-After too. */
  retry_after?: number;
}

const isOfServer = (status: number): boolean => status === 503 || status === 504;

const withOutcome = (extras: ErrorExtras, outcome: Outcome): ErrorExtras => ({
  ...extras,
  details: { outcome, ...(extras.details as object | undefined) },
});

/** An error answer. Thrown anywhere in the doorway, turned into the error envelope in one place. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;
  readonly headers: Record<string, string>;
  /** Of a 429: what was used up, for metrics (src/ground/machine/counters.ts). Clients do not see it. */
  limitedBy?: string;

  /** @param status where it is another than that of the code: see `errorStatuses` of a route */
  constructor(
    code: ErrorCode,
    message: string,
    extras: ErrorExtras = {},
    headers: Record<string, string> = {},
    status: number = errorCodes[code][0],
  ) {
    super(message);
    this.code = code;
    this.status = status;
    // A request refused like this was not started, unless `inDoubt` is set.
    this.extras = isOfServer(status) ? withOutcome(extras, 'not_done') : extras;
    this.headers = extras.retry_after
      ? { ...headers, 'Retry-After': String(extras.retry_after) }
      : headers;
  }

  /** The same error where it may be that what was asked for was done. */
  inDoubt(): ApiError {
    if (!isOfServer(this.status)) return this;
    const { details, ...rest } = this.extras;
    const extras = { ...rest, details: { ...(details as object), outcome: 'unknown' } };
    const error = new ApiError(this.code, this.message, extras, this.headers, this.status);
    error.cause = this.cause;
    return error;
  }

  /** Says of a 429 what was used up. */
  by(limit: string): this {
    this.limitedBy = limit;
    return this;
  }

  /** Makes the error of one field; the message follows its name: "must be …". */
  static invalid(path: string, code: string, message: string): ApiError {
    return new ApiError('VALIDATION_ERROR', `${path}: ${message}`, {
      param: path,
      details: [{ path, code, message }],
    });
  }
}
