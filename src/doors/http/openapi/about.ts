import { errorCodes } from '../../../ground/errors.ts';

const errorRows = Object.entries(errorCodes).map(
  ([code, [status, meaning, remedy]]) => `| ${status} | \`${code}\` | ${meaning} ${remedy} |`,
);

/** The introduction of the documentation, as markdown. */
export const about = (baseUrl: string): string =>
  `
One API for every application a team builds. Each call acts on one tenant: the one its token belongs to.

## Quick start

Create an object type and an object, then list them. \`INSULA_KEY\` is the key that the first start printed.

\`\`\`sh
curl ${baseUrl}/v1/object-types \\
  -H "Authorization: Bearer $INSULA_KEY" \\
  -H "Content-Type: application/json" -d '{"name":"contacts"}'

curl ${baseUrl}/v1/objects/contacts \\
  -H "Authorization: Bearer $INSULA_KEY" \\
  -H "Content-Type: application/json" -d '{"properties":{"name":"Ada"}}'

curl ${baseUrl}/v1/objects/contacts/list \\
  -H "Authorization: Bearer $INSULA_KEY"
\`\`\`

## Authentication

Send \`Authorization: Bearer <token>\` with an API key of the tenant; under \`/admin\` and \`/owner\`, with a platform key. Every
operation names the scope that its key needs. \`*\` includes all scopes; of a tenant’s, \`write\` and \`schema\` include \`read\`.

## Answers

\`{"success":true,"data":…,"request_id":"req_…"}\`, and for errors
\`{"success":false,"error":{"code","message","details"?},"request_id":"req_…"}\`. The header \`X-Request-Id\` repeats the
id; send your own to trace a call through the log.

## Lists

Lists of objects are read by \`cursor\`: pass the \`next_cursor\` of each page to get the next one, until it is \`null\`.

## Versions

Every change to an object adds 1 to its \`version\` and keeps the previous state. Every record that can be changed has an
\`ETag\`: \`If-None-Match\` saves reading it again, \`If-Match\` refuses to change any other version.

## Requests

Fields and parameters that are not documented are refused with 400, by name. Every operation of a tenant accepts
\`tenant_id\`, \`as_user\` (with the scope \`*\`) and \`dry_run\` in the query, and \`tenant_id\` in the body too.

## Safe writes

Each write names its transaction in \`X-Tx-Id\`: \`GET /v1/transactions/:tx_id\` shows what it changed, and
\`POST …/undo\` undoes it. With an \`Idempotency-Key\`, a write can be repeated until its answer arrives, and still happens
only once. \`?dry_run=true\` does it, answers, and keeps nothing. \`POST /v1/transaction\` runs up to 100 requests, all or none.

## Deletes

A delete that would remove other records too, or is permanent, first answers 409 \`DEPENDENCY_EXISTS\`: \`dependencies\`
lists what would go, and repeating the call with \`confirm_token\` (and \`force=true\`) within 5 minutes does it.

## Limits

Bodies up to 5 MB, nested up to 64 levels; addresses up to 8,000 characters; batches up to 100 items; pages of 1 to 100.
If a key or plan has a rate limit, every answer says how much of it is left: \`RateLimit-Limit\`,
\`RateLimit-Remaining\`, \`RateLimit-Reset\`. Requests beyond it get 429 with \`Retry-After\`.
From 80 % of the calls that a plan includes in a month on, answers say so: \`X-Plan-Usage: api_calls=83%\`. Beyond them, calls
get 403 \`PLAN_LIMIT_EXCEEDED\`; \`/v1/usage\` and \`/v1/billing\` stay open.

## Errors

| Status | Code | Meaning, and what to do |
|---|---|---|
${errorRows.join('\n')}
`.trim();
