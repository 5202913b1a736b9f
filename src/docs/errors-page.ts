import { errorCodes } from '../ground/errors.ts';

const about = `# Errors

<!-- Made from src/ground/error-codes.ts by \`npm run docs\`: change it there. -->

Every error answer has this shape, and a status of 400 or more:

\`\`\`json
{
  "success": false,
  "error": {
    "code": "VALIDATION_ERROR",
    "message": "name: must contain only lower-case letters, digits and hyphens",
    "param": "name",
    "details": [{ "path": "name", "code": "invalid_format", "message": "must contain only lower-case letters, digits and hyphens" }]
  },
  "request_id": "req_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d"
}
\`\`\`

- \`code\` is for programs: its meaning does not change; new codes may be added.
- \`message\` is for people: it says what is wrong and how to fix it. Its wording may change.
- \`details\` is a list of \`{path, code, message}\` for VALIDATION_ERROR, otherwise an object with whatever helps.
- \`param\` names the field or parameter at fault, \`retry_after\` the seconds to wait (also in the header \`Retry-After\`).
- \`dependencies\` and \`confirm_token\` come with DEPENDENCY_EXISTS.
- \`request_id\` (also in the header \`X-Request-Id\`) finds the request in the log.

Worth repeating unchanged: 409 CONFLICT, 429 and 503 after \`Retry-After\`, and 504. Any other request gets the same answer again.

\`details.outcome\` of every 503 and 504 says whether the request was done: \`not_done\`, or \`unknown\`. How to repeat a change then: [data/safe-writes.md](../data/safe-writes.md#after-a-503-or-504-was-it-done).
`;

/** docs/reference/errors.md: every code of the one list, by status. */
export function errorsPage(): string {
  const rows = Object.entries(errorCodes)
    .toSorted(([, [a]], [, [b]]) => a - b)
    .map(([code, [status, meaning, remedy]]) => `| ${status} | ${code} | ${meaning} | ${remedy} |`);
  return [about, '| Status | Code | Meaning | What to do |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}
