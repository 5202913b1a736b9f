/**
 * Every error code of the API with its status, its meaning and its remedy. The one list: docs/reference/errors.md, the
 * OpenAPI document and the tests are made from it.
 */
export const errorCodes = {
  VALIDATION_ERROR: [
    400,
    'A field, parameter or value is not valid.',
    'Read `details`: each entry names a path and the expected value.',
  ],
  INVALID_JSON: [400, 'The body is not valid JSON.', 'Send one JSON object, in UTF-8.'],
  INVALID_CURSOR: [
    400,
    'The cursor is broken, or belongs to another list, order or tenant.',
    'Take `next_cursor` from an answer to the same query, or start without one.',
  ],
  INVALID_FILTER: [
    400,
    'The filter does not follow the filter language.',
    'The message points to the place in the tree; docs/data/filters.md explains the language.',
  ],
  FILTER_TOO_EXPENSIVE: [
    400,
    'The filter, sort order or regex would take too long on so many objects.',
    'Index the property in `details.index`, add a condition on an indexed property, or ask for less.',
  ],
  UNKNOWN_PROPERTY: [
    400,
    'The object type does not define this property.',
    'Create the property first, or leave it out.',
  ],
  IMMUTABLE_FIELD: [400, 'This field cannot be changed.', 'Create a new record instead.'],
  BATCH_TOO_LARGE: [400, 'A batch holds more than 100 items.', 'Send several batches.'],
  TENANT_REQUIRED: [
    400,
    'The request does not name a tenant.',
    'Send the header `X-Tenant-ID` with its id or slug, or `?tenant_id=`.',
  ],
  SQL_ERROR: [
    400,
    'The SQL statement is not allowed, or failed.',
    'The message is PostgreSQL’s own; `details.position` is the position of the problem in your text.',
  ],
  WEAK_PASSWORD: [
    400,
    'The password does not meet this tenant’s rules.',
    '`details.reasons` lists the unmet rules. Choose a stronger password.',
  ],
  INVALID_REDIRECT: [
    400,
    '`redirect_to` leads to an address that this tenant does not allow.',
    'Add it to `redirect_allow_list` in /v1/auth-config, or use `site_url`.',
  ],
  FUNCTION_ERROR: [
    400,
    'The function threw an error, returned something that is not valid JSON, or used too much memory.',
    'The message says where; `details.logs` holds its log.',
  ],
  SNAPSHOT_INVALID: [
    400,
    'The file is not a snapshot of a tenant, is damaged, cut off, or holds what a snapshot must not.',
    '`details.reason` says which, `details.entry` and `details.row` say where. Download it again, or take another snapshot.',
  ],
  UNBALANCED: [
    400,
    'The debits of a journal entry are not equal to its credits.',
    '`details.difference` is what is missing: change a line. A draft may be out of balance.',
  ],
  UNAUTHORIZED: [
    401,
    'The credential is missing or malformed.',
    'Send `Authorization: Bearer <token>` exactly once.',
  ],
  INVALID_TOKEN: [
    401,
    'The token is unknown, expired, revoked or rotated.',
    'Check it for typos, or create a new key.',
  ],
  TOKEN_EXPIRED: [
    401,
    'The access token has expired.',
    'Get a new one with the refresh token: /v1/auth/refresh.',
  ],
  SESSION_REVOKED: [
    401,
    'The session of this token has ended: signed out, revoked, or too old.',
    'Sign in again.',
  ],
  INVALID_CREDENTIALS: [
    401,
    'Sign-in failed: the account is unknown or the secret is wrong. Which of the two is not revealed.',
    'Check both, or reset the password.',
  ],
  REFRESH_TOKEN_INVALID: [
    401,
    'The refresh token is not valid.',
    'Check that it was copied in full, or sign in again.',
  ],
  REFRESH_TOKEN_REUSED: [
    401,
    'The refresh token was used before, so it may have been stolen: the session was ended.',
    'Sign in again. Keep only the newest refresh token.',
  ],
  OTP_EXPIRED: [
    401,
    'The code or link is wrong, already used or expired.',
    'Request a new one. Five wrong attempts invalidate a code.',
  ],
  MFA_REQUIRED: [
    401,
    'The first factor was correct; the account needs a second one.',
    'Send `details.mfa_token` with a code to /v1/auth/mfa/verify within 5 minutes.',
  ],
  AS_OF_UNAVAILABLE: [
    409,
    'The state of the tenant at that moment cannot be had: it is not kept any more, or the moment is in the future.',
    'Choose a moment from `details.earliest` to `details.latest`. With `details.reason` `records`, `only` can also name others than `details.ids`.',
  ],
  RESTORE_CONFLICT: [
    409,
    'Records of the tenant differ from those of the backup. Nothing was changed.',
    'Look at `details.conflicts`, and say with `on_conflict` what is to become of them.',
  ],
  SNAPSHOT_LOCKED: [
    403,
    'The snapshot is encrypted, and no passphrase was sent that opens it.',
    'Send its passphrase in `X-Snapshot-Passphrase`. Decrypt one that was encrypted for a recipient with age, and send it decrypted.',
  ],
  FORBIDDEN: [
    403,
    'The token is valid, but not for this.',
    'Use a platform key for `/admin` and `/owner`, a tenant key for `/v1`.',
  ],
  IMPERSONATION_REFUSED: [
    403,
    'An operator may not act as this user: impersonation is switched off, refused by the tenant, or the user is banned.',
    'The message names the reason. The installation allows it with `impersonation` of `/admin/settings`, the tenant with `impersonation` of `/v1/governance`.',
  ],
  INSUFFICIENT_SCOPE: [
    403,
    'The token lacks the scope that this call needs, or would grant a scope that it does not hold.',
    '`details.required` names it: use a key that holds it.',
  ],
  POLICY_DENIED: [
    403,
    'A row policy does not allow the caller to do this with the object.',
    'Ask an administrator; GET /v1/object-types/:object_type_id/policies shows them the policies.',
  ],
  IP_NOT_ALLOWED: [
    403,
    'The key may not be used from this address.',
    'Call from an address in its `ip_allowlist`, or change the list.',
  ],
  USER_BANNED: [403, 'The user is banned.', 'An admin of the application can lift the ban.'],
  EMAIL_NOT_VERIFIED: [
    403,
    'The email address has not been confirmed yet.',
    'Follow the link in the mail, or request it again with /v1/auth/resend.',
  ],
  SIGNUP_DISABLED: [
    403,
    'This tenant does not accept new users this way.',
    'Ask for an invitation, or change /v1/auth-config.',
  ],
  PROVIDER_DISABLED: [
    403,
    'This sign-in method is switched off.',
    'GET /v1/auth/providers lists the available methods.',
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
  FORM_CLOSED: [
    403,
    'The form does not accept submissions: it is not active, outside its opening times, or has reached its maximum.',
    'The message names the reason; people who manage the form can change it.',
  ],
  TENANT_SUSPENDED: [
    403,
    'The operator has suspended the tenant.',
    'Ask the operator to activate it.',
  ],
  TENANT_MISMATCH: [
    403,
    'The header, the host or the query names a different tenant than the token.',
    'Leave them out: the token determines the tenant.',
  ],
  INVALID_SIGNATURE: [
    403,
    'The signed URL was changed or revoked, or is for something else.',
    'Use it exactly as it was issued, or request a new one.',
  ],
  PLAN_LIMIT_EXCEEDED: [
    403,
    'The tenant’s plan, or a limit of its own, allows no more of this.',
    '`details` names the limit, the usage and the maximum. Remove some records, or choose a larger plan.',
  ],
  NOT_FOUND: [
    404,
    'No such record exists here. A record of another tenant gets the same answer.',
    '`details.resource` names the kind of record.',
  ],
  TENANT_NOT_FOUND: [404, 'There is no such tenant.', 'Check the id or the slug.'],
  ROUTE_NOT_FOUND: [404, 'There is nothing at this path.', 'See /docs for all paths.'],
  METHOD_NOT_ALLOWED: [
    405,
    'The path exists, but not with this method.',
    'The header `Allow` lists the methods.',
  ],
  REQUEST_TIMEOUT: [
    408,
    'The request did not arrive completely within 30 seconds, or its headers within 10.',
    'Send it again, faster or smaller.',
  ],
  SNAPSHOT_TOO_NEW: [
    409,
    'The snapshot was written in a newer format than this server reads.',
    'Upgrade the server, then try again; `details` has both versions.',
  ],
  IDENTITY_REQUIRED: [
    409,
    'The backup is encrypted for a key that this server does not hold.',
    'Download it, and decrypt it with age where the key is.',
  ],
  PERIOD_CLOSED: [
    409,
    'The books are closed at this date.',
    'Choose a date after `details.closed_through`, or reopen the period in `details.period_id`.',
  ],
  RATE_MISSING: [
    409,
    'There is no exchange rate of this currency for the date, or for the six days before it.',
    'Add one with PUT /v1/accounting/rates, or send `exchange_rate`.',
  ],
  INVARIANT_VIOLATED: [
    409,
    'The change would break a rule of the tenant, such as the `min_balance` of an account.',
    '`details` names the rule and what it would find: change the amounts, or the rule.',
  ],
  DEPENDENCY_EXISTS: [
    409,
    'The delete would remove other records too, or is permanent.',
    'Look at `dependencies`, then repeat it with `confirm_token` (and `force=true`) within 5 minutes.',
  ],
  ALREADY_EXISTS: [409, 'A name that must be unique is taken.', 'Choose another.'],
  IDENTITY_ALREADY_LINKED: [
    409,
    'The account at the identity provider already belongs to another user.',
    'Sign in with it, or unlink it there first.',
  ],
  SINGLE_IDENTITY: [
    409,
    'This is the only remaining way to sign in to the account.',
    'Add a password, passkey or another identity first.',
  ],
  UNIQUE_VIOLATION: [
    409,
    'Another live object already holds this value of a unique property.',
    '`details` names the property, the value and the object.',
  ],
  VERSION_CONFLICT: [
    409,
    'The record has changed since the `version` that was sent.',
    'Read it again and repeat the change.',
  ],
  IDEMPOTENCY_IN_PROGRESS: [
    409,
    'A request with this `Idempotency-Key` is still being processed.',
    'Repeat it after `Retry-After` seconds: it then gets the answer of the first request.',
  ],
  SECRET_LOST: [
    409,
    'A secret that this needs was lost with the ENCRYPTION_KEY of the server.',
    'Set the secret again: the message explains how, and `details.secret` names it.',
  ],
  UPLOAD_INCOMPLETE: [
    409,
    'Not all bytes of the file have arrived yet.',
    'Send them to `upload_endpoint` or continue the resumable upload, then complete it again.',
  ],
  INVALID_STATE: [
    409,
    'The record’s state does not allow this.',
    'The message names the required state.',
  ],
  INVALID_TRANSITION: [
    409,
    'The workflow run cannot take this transition in its current state.',
    '`details.available_transitions` lists the transitions that it can take now.',
  ],
  CONFLICT: [409, 'Too many conflicting changes happened at once.', 'Repeat the request.'],
  GONE: [
    410,
    'The resource was removed permanently, or was written in a lost timeline, because the database was restored to an earlier time.',
    'The message explains how to continue without it; `details.restored_to` is the time that the database was restored to.',
  ],
  PRECONDITION_FAILED: [
    412,
    'The current version of the record does not match `If-Match`.',
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
    '`Content-Range` gives its size: ask for less, or for the whole file.',
  ],
  IDEMPOTENCY_KEY_REUSED: [
    422,
    'This `Idempotency-Key` was used for another request.',
    'Send a new key with each new request.',
  ],
  UPGRADE_REQUIRED: [
    426,
    'This path accepts WebSocket connections only.',
    'Connect with a WebSocket client.',
  ],
  RATE_LIMITED: [
    429,
    'Too many requests in this minute, or one cause has used up its budget: `details.budget` then names it.',
    'Wait for `Retry-After` seconds; docs/events/automations.md lists the budgets.',
  ],
  ACCOUNT_LOCKED: [
    429,
    'Too many failed attempts to sign in to this account from this address.',
    'Wait until `details.locked_until`. The right password works from another address.',
  ],
  MFA_LOCKED: [
    429,
    'Five wrong codes: the second factor is locked for 15 minutes.',
    'Wait until `details.locked_until`.',
  ],
  CONCURRENCY_LIMITED: [
    429,
    'The tenant has too many of these at once: requests waiting for the database, bytes of large requests and answers, sign-ins, imports and exports, runs of functions, images being made, open sockets and streams.',
    'Wait for `Retry-After` seconds, or close some.',
  ],
  HEADERS_TOO_LARGE: [
    431,
    'The request’s headers are larger than 16 kB.',
    'Send fewer or shorter headers.',
  ],
  INTERNAL_ERROR: [
    500,
    'The server failed unexpectedly.',
    'Report `request_id`: the log has the details.',
  ],
  UPSTREAM_ERROR: [
    502,
    'A service that this call depends on failed: an identity provider, its metadata, or the payment provider.',
    'The message names the service. Check its settings, then try again.',
  ],
  SERVICE_UNAVAILABLE: [
    503,
    'The database or the file storage is unreachable or full, the thread that parsed a large body ended, outgoing calls are on hold, or the server is shutting down. `details.outcome` tells whether the request was done: `not_done`, or `unknown` if the answer of the database was lost.',
    'Repeat after `Retry-After` seconds. If the outcome of a change is `unknown`, repeat it with the same `Idempotency-Key`, or first check whether it was made.',
  ],
  FUNCTION_TIMEOUT: [
    504,
    'The function took longer than its `timeout_ms`.',
    'Make it do less at a time, raise the limit, or call it with `async`. Changes that it made before the timeout are kept, so `details.outcome` is `unknown`.',
  ],
  TIMEOUT: [
    504,
    'The database took longer than allowed: 5 seconds for a read, 15 for a change, 10 minutes for work that grows with the data. A change was undone: `details.outcome` is `not_done`.',
    'Narrow a read with a filter on indexed properties; send less at a time.',
  ],
} as const satisfies Record<string, readonly [status: number, meaning: string, remedy: string]>;

export type ErrorCode = keyof typeof errorCodes;
