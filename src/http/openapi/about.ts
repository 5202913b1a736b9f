import { errorCodes } from '../../errors.ts';

const errorRows = Object.entries(errorCodes).map(
  ([code, [status, meaning, remedy]]) => `| ${status} | \`${code}\` | ${meaning} ${remedy} |`,
);

/** The introduction of the documentation, as markdown. */
export const about = (baseUrl: string): string =>
  `
One API for every application a team builds. Each call acts on one tenant: the one its token belongs to.

## Quick start

An object type, an object in it, and the list. \`INSULA_KEY\` is the key that the first start printed.

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

\`Authorization: Bearer <token>\` with an API key of the tenant; under \`/admin\` with the platform key. Every operation
names the scope that its key needs. \`*\` holds all scopes, \`write\` and \`schema\` hold \`read\`.

## Answers

\`{"success":true,"data":…,"request_id":"req_…"}\`, and for errors
\`{"success":false,"error":{"code","message","details"?},"request_id":"req_…"}\`. The header \`X-Request-Id\` repeats the
id; send your own to follow a call through the log.

## Lists

Lists of objects are read by \`cursor\`: pass \`next_cursor\` of the page before, until it is \`null\`.

## Versions

Every change of an object adds 1 to its \`version\` and keeps the state before it. Every record that can be changed has an
\`ETag\`: \`If-None-Match\` saves reading it again, \`If-Match\` refuses a change of another version.

## Requests

Fields and parameters that are not documented are refused with 400, by name. \`tenant_id\`, \`as_user\` (for holders of the
scope \`*\`) and \`dry_run\` are known in the query of every operation of a tenant, \`tenant_id\` in every body too.

## Safe writes

Each write says in \`X-Tx-Id\` which transaction it was: \`GET /v1/transactions/:tx_id\` shows what it changed, and
\`POST …/undo\` brings it back. With an \`Idempotency-Key\` a write can be sent again until its answer arrives, and is done
once. \`?dry_run=true\` does it, answers, and keeps nothing. \`POST /v1/transaction\` does up to 100 requests, all or none.

## Deletes

A delete that takes other records along, or is for good, answers 409 \`DEPENDENCY_EXISTS\` first: \`dependencies\` says
what would go, and repeating the call with \`confirm_token\` (and \`force=true\`) within 5 minutes does it.

## Limits

Bodies up to 5 MB, nested up to 64 levels; addresses up to 8,000 characters; batches up to 100 items; pages of 1 to 100.
Where a key or plan has a rate, every answer says how much of it is left: \`RateLimit-Limit\`, \`RateLimit-Remaining\`,
\`RateLimit-Reset\`; beyond it 429 with \`Retry-After\`.

## Errors

| Status | Code | Meaning, and the way out |
|---|---|---|
${errorRows.join('\n')}
`.trim();
