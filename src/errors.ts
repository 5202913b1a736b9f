/**
 * Every error code of the API with its status, what it means and the way out. The one list: docs/reference/errors.md, the
 * OpenAPI document and the tests are made from it.
 */
export const errorCodes = {
  VALIDATION_ERROR: [
    400,
    'A field, parameter or value does not fit.',
    'Read `details`: each entry names a path and what would fit.',
  ],
  INVALID_JSON: [400, 'The body is not JSON.', 'Send one JSON object, in UTF-8.'],
  INVALID_CURSOR: [
    400,
    'The cursor is broken, or belongs to another list, order or tenant.',
    'Take `next_cursor` from an answer to the same query, or start without one.',
  ],
  INVALID_FILTER: [
    400,
    'The filter is not built as the language wants it.',
    'The message names the place in the tree; docs/data/filters.md explains the language.',
  ],
  FILTER_TOO_EXPENSIVE: [
    400,
    'The filter, order or regex would take too long on so many objects.',
    '`details.index` names what to index; or add a condition on an indexed property, or ask for less.',
  ],
  UNKNOWN_PROPERTY: [
    400,
    'The object type does not define this property.',
    'Create the property first, or leave it out.',
  ],
  IMMUTABLE_FIELD: [400, 'This field never changes.', 'Create another record instead.'],
  BATCH_TOO_LARGE: [400, 'A batch holds more than 100 items.', 'Send several batches.'],
  TENANT_REQUIRED: [
    400,
    'Nothing says which tenant the call is for.',
    'Send the header `X-Tenant-ID` with its id or slug, or `?tenant_id=`.',
  ],
  WEAK_PASSWORD: [
    400,
    'The password is not what this tenant asks for.',
    '`details.reasons` says what is missing: choose a stronger one.',
  ],
  INVALID_REDIRECT: [
    400,
    '`redirect_to` leads somewhere that this tenant does not allow.',
    'Add it to `redirect_allow_list` of /v1/auth-config, or use `site_url`.',
  ],
  FUNCTION_ERROR: [
    400,
    'The function threw an error, or answered what is not valid JSON, or took too much memory.',
    'The message says where; `details.logs` is what it logged.',
  ],
  UNAUTHORIZED: [
    401,
    'No credential, or one of another form.',
    'Send `Authorization: Bearer <token>`, once.',
  ],
  INVALID_TOKEN: [
    401,
    'The token is not one of ours, or has expired, or was revoked or rotated.',
    'Check it for typing errors, or create a new key.',
  ],
  TOKEN_EXPIRED: [
    401,
    'The access token is over.',
    'Get a new one with the refresh token: /v1/auth/refresh.',
  ],
  SESSION_REVOKED: [
    401,
    'The session of this token has ended: signed out, revoked, or too old.',
    'Sign in again.',
  ],
  INVALID_CREDENTIALS: [
    401,
    'Sign-in failed: unknown account or wrong secret. Which of them is not told.',
    'Check both, or reset the password.',
  ],
  REFRESH_TOKEN_INVALID: [
    401,
    'The refresh token is not one of ours.',
    'Check that it was copied whole, or sign in again.',
  ],
  REFRESH_TOKEN_REUSED: [
    401,
    'The refresh token was used before, so it may be in wrong hands: the session was ended.',
    'Sign in again. Keep the newest refresh token only.',
  ],
  OTP_EXPIRED: [
    401,
    'The code or link is wrong, used or over.',
    'Ask for a new one. Five wrong tries end a code.',
  ],
  MFA_REQUIRED: [
    401,
    'The first factor was right; the account has a second one.',
    'Send `details.mfa_token` with a code to /v1/auth/mfa/verify within 5 minutes.',
  ],
  FORBIDDEN: [
    403,
    'The token is valid, but not for this.',
    'Use the platform key for `/admin`, a tenant key for `/v1`.',
  ],
  INSUFFICIENT_SCOPE: [
    403,
    'The token lacks the scope of this call, or would give away one that it lacks.',
    '`details.required` names it: use a key that holds it.',
  ],
  POLICY_DENIED: [
    403,
    'A row policy does not let the caller do this with the object.',
    'Ask an administrator; GET /v1/object-types/:object_type_id/policies shows them the policies.',
  ],
  IP_NOT_ALLOWED: [
    403,
    'The key may not be used from this address.',
    'Call from an address of its `ip_allowlist`, or change the list.',
  ],
  USER_BANNED: [403, 'The user is banned.', 'An admin of the application can lift it.'],
  EMAIL_NOT_VERIFIED: [
    403,
    'The email is not confirmed yet.',
    'Follow the link in the mail, or send it again with /v1/auth/resend.',
  ],
  SIGNUP_DISABLED: [
    403,
    'This tenant takes no new users this way.',
    'Ask for an invitation, or change /v1/auth-config.',
  ],
  PROVIDER_DISABLED: [
    403,
    'This way to sign in is switched off.',
    'GET /v1/auth/providers lists the ways there are.',
  ],
  INSUFFICIENT_AAL: [
    403,
    'This needs a second factor.',
    'Enroll one at /v1/auth/mfa/enroll, or verify yours at /v1/auth/mfa/verify.',
  ],
  CAPTCHA_FAILED: [
    403,
    'The captcha was not solved.',
    'Show the captcha of /v1/tenant-config and send its answer as `turnstile_token`.',
  ],
  TENANT_SUSPENDED: [
    403,
    'The operator has suspended the tenant.',
    'Ask the operator to activate it.',
  ],
  TENANT_MISMATCH: [
    403,
    'Header, host or query name another tenant than the token.',
    'Leave them out: the token says the tenant.',
  ],
  INVALID_SIGNATURE: [
    403,
    'The signed URL was changed, revoked, or is not for this.',
    'Use it exactly as it was given, or ask for a new one.',
  ],
  PLAN_LIMIT_EXCEEDED: [
    403,
    'The tenant’s plan, or a limit of its own, allows no more of this.',
    '`details` name the limit, how much is used and how much there is. Remove some, or take a larger plan.',
  ],
  NOT_FOUND: [
    404,
    'There is no such record here. Another tenant’s record answers the same.',
    '`details.resource` says what was looked for.',
  ],
  TENANT_NOT_FOUND: [404, 'There is no such tenant.', 'Check the id or the slug.'],
  ROUTE_NOT_FOUND: [404, 'There is nothing at this path.', 'See /docs for what there is.'],
  METHOD_NOT_ALLOWED: [
    405,
    'The path exists, but not with this method.',
    'The header `Allow` lists the methods.',
  ],
  REQUEST_TIMEOUT: [
    408,
    'The request did not arrive whole within 30 seconds, its headers within 10.',
    'Send it again, faster or smaller.',
  ],
  DEPENDENCY_EXISTS: [
    409,
    'The delete takes other records along, or is for good.',
    'Look at `dependencies`, then repeat it with `confirm_token` (and `force=true`) within 5 minutes.',
  ],
  ALREADY_EXISTS: [409, 'A name that must be unique is taken.', 'Choose another.'],
  IDENTITY_ALREADY_LINKED: [
    409,
    'The account at the provider belongs to another user.',
    'Sign in with it, or unlink it there first.',
  ],
  SINGLE_IDENTITY: [
    409,
    'It is the only way left to sign in to this account.',
    'Add a password, passkey or another identity first.',
  ],
  UNIQUE_VIOLATION: [
    409,
    'Another live object holds the value of a unique property.',
    '`details` names property, value and object.',
  ],
  VERSION_CONFLICT: [
    409,
    'The record has changed since the `version` that was sent.',
    'Read it again and repeat the change.',
  ],
  IDEMPOTENCY_IN_PROGRESS: [
    409,
    'A request with this `Idempotency-Key` is still being worked on.',
    'Repeat it after `Retry-After` seconds: it then gets the answer of the first.',
  ],
  UPLOAD_INCOMPLETE: [
    409,
    'The bytes of the file are not all there yet.',
    'Send them to `upload_endpoint`, or go on with the resumable upload, then complete it again.',
  ],
  INVALID_STATE: [409, 'The record’s state does not allow this.', 'The message says what would.'],
  CONFLICT: [409, 'Too many changes crossed each other.', 'Repeat the request.'],
  GONE: [
    410,
    'What was asked for was there once, and has been removed for good.',
    'The message says how to go on without it.',
  ],
  PRECONDITION_FAILED: [
    412,
    'The record is at another version than `If-Match` says.',
    'Read it again and repeat the change.',
  ],
  PAYLOAD_TOO_LARGE: [
    413,
    'The body is larger than 5 MB, or an uploaded file larger than its limit.',
    'Send less at a time.',
  ],
  URI_TOO_LONG: [
    414,
    'The address is longer than 8,000 characters.',
    'Move what you can into the body.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'The body is not declared as JSON in UTF-8.',
    'Send `Content-Type: application/json`.',
  ],
  RANGE_NOT_SATISFIABLE: [
    416,
    'The file has no bytes where `Range` begins.',
    '`Content-Range` says how many it has: ask for less, or for all of it.',
  ],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'This `Idempotency-Key` was used for another request.',
    'Send a new key with each new request.',
  ],
  UPGRADE_REQUIRED: [426, 'This path speaks WebSocket only.', 'Connect with a WebSocket client.'],
  RATE_LIMITED: [
    429,
    'Too many requests in this minute, or more than one cause may set off: `details.budget` then names what.',
    'Wait for `Retry-After` seconds; docs/events/automations.md says what budgets there are.',
  ],
  ACCOUNT_LOCKED: [
    429,
    'Too many failed sign-ins to this account from this address.',
    'Wait until `details.locked_until`. The right password works from another address.',
  ],
  MFA_LOCKED: [
    429,
    'Five wrong codes: the second factor is locked for 15 minutes.',
    'Wait until `details.locked_until`.',
  ],
  CONCURRENCY_LIMITED: [
    429,
    'Too many of this tenant at the same time: requests that wait for the database, sign-ins, imports and exports, runs of functions or images, open sockets and streams.',
    'Wait for `Retry-After` seconds, or close some.',
  ],
  HEADERS_TOO_LARGE: [
    431,
    'The request’s headers are larger than 16 kB.',
    'Send fewer or shorter headers.',
  ],
  INTERNAL_ERROR: [
    500,
    'Something broke on our side.',
    'Report `request_id`: the log has the details.',
  ],
  UPSTREAM_ERROR: [
    502,
    'A service that this call depends on failed: an identity provider, or its metadata.',
    'The message says which. Check its settings, then repeat.',
  ],
  SERVICE_UNAVAILABLE: [
    503,
    'The database or the storage of files is away or full, or the server is shutting down.',
    'Repeat after `Retry-After` seconds.',
  ],
  FUNCTION_TIMEOUT: [
    504,
    'The function took longer than its `timeout_ms`.',
    'Have it do less at a time, raise the limit, or call it with `async`.',
  ],
  TIMEOUT: [
    504,
    'The database took longer than it may: 5 seconds for a read, 15 for a change, 10 minutes for work that grows with the data. A change was undone.',
    'Narrow a read by a filter on indexed properties; send less at a time.',
  ],
} as const satisfies Record<string, readonly [status: number, meaning: string, remedy: string]>;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorExtras {
  /** For VALIDATION_ERROR `[{path, code, message}]`, else an object. */
  details?: unknown;
  /** The field or parameter at fault. */
  param?: string;
  dependencies?: unknown;
  confirm_token?: string;
  /** Seconds; sent as Retry-After too. */
  retry_after?: number;
}

/** An answer that says no. Thrown anywhere in the doorway, turned into the error envelope in one place. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    extras: ErrorExtras = {},
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.code = code;
    this.status = errorCodes[code][0];
    this.extras = extras;
    this.headers = extras.retry_after
      ? { ...headers, 'Retry-After': String(extras.retry_after) }
      : headers;
  }

  /** One field that does not fit. */
  static invalid(path: string, code: string, message: string): ApiError {
    return new ApiError('VALIDATION_ERROR', `${path}: ${message}`, {
      param: path,
      details: [{ path, code, message }],
    });
  }
}
