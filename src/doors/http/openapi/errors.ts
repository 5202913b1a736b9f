import { ApiError, type ErrorCode, errorCodes } from '../../../ground/errors.ts';
import {
  bytesOf,
  canBeTried,
  countsAgainstPlan,
  hasOwnAddress,
  isPlatform,
  mindsIfMatch,
  type Route,
  worksInNode,
} from '../../../operations/route.ts';
import type { Json } from './schemas.ts';

/** The error codes that a route may answer: its own, and those that any route of its kind can. */
export function errorsOf(route: Route): ErrorCode[] {
  const hasParameters = route.path.includes(':');
  return [
    ...new Set<ErrorCode>([
      ...pick(route.scope !== 'open', 'UNAUTHORIZED', 'INVALID_TOKEN'),
      'RATE_LIMITED',
      'CONCURRENCY_LIMITED',
      'URI_TOO_LONG',
      'INTERNAL_ERROR',
      'SERVICE_UNAVAILABLE',
      'TIMEOUT',
      'VALIDATION_ERROR',
      ...pick(
        !bytesOf(route),
        'INVALID_JSON',
        'REQUEST_TIMEOUT',
        'PAYLOAD_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
      ),
      ...pick(hasParameters, 'NOT_FOUND'),
      ...pick(route.method !== 'GET', 'CONFLICT'),
      ...pick(canBeTried(route), 'IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'),
      ...pick(mindsIfMatch(route), 'PRECONDITION_FAILED'),
      ...pick(mindsIfMatch(route) && 'version' in (route.body?.shape ?? {}), 'VERSION_CONFLICT'),
      ...pick(route.sendsContent, 'PRECONDITION_FAILED', 'RANGE_NOT_SATISFIABLE'),
      'FORBIDDEN',
      ...pick(!isPlatform(route), 'IP_NOT_ALLOWED', 'TENANT_SUSPENDED', 'TENANT_MISMATCH'),
      ...pick(route.scope === 'platform', 'IP_NOT_ALLOWED', 'INSUFFICIENT_SCOPE'),
      ...pick(countsAgainstPlan(route), 'PLAN_LIMIT_EXCEEDED'),
      ...pick(route.scope === 'public' && !hasOwnAddress(route), 'TENANT_REQUIRED'),
      ...pick(route.scope === 'public', 'TENANT_NOT_FOUND'),
      ...pick(
        !isPlatform(route) && (route.scope !== 'public' || route.takesToken),
        'TOKEN_EXPIRED',
        'SESSION_REVOKED',
        'USER_BANNED',
      ),
      ...pick(
        !isPlatform(route) && route.scope !== 'public' && route.scope !== 'user',
        'INSUFFICIENT_SCOPE',
        'INSUFFICIENT_AAL',
      ),
      ...pick(
        route.scope === 'write' && route.method !== 'GET',
        'POLICY_DENIED',
        'INVARIANT_VIOLATED',
      ),
      // Only here in the process a secret is opened, never in the database.
      ...pick(worksInNode(route), 'SECRET_LOST'),
      // Of a tenant that nothing may leave.
      ...pick(route.errors?.includes('UPSTREAM_ERROR'), 'INVALID_STATE'),
      ...(route.errors ?? []),
    ]),
  ];
}

const pick = (condition: unknown, ...codes: ErrorCode[]): ErrorCode[] => (condition ? codes : []);

/**
 * Error responses as shared components, `<status>.<code>.<code>…`: nearly every operation of a kind refuses in the
 * same ways.
 */
export class ErrorResponses {
  readonly named: Record<string, Json> = {};

  /** One response per status, with the codes it may carry; of what answers people, as a page too. */
  of(
    codes: readonly ErrorCode[],
    { isPage = false, errorStatuses = {} }: Pick<Route, 'isPage' | 'errorStatuses'> = {},
  ): Record<string, Json> {
    const answers = codes.flatMap((code) =>
      [errorStatuses[code] ?? errorCodes[code][0]].flat().map((status) => ({ status, code })),
    );
    return Object.fromEntries(
      Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, of = []]) => {
        const list = of.map(({ code }) => code);
        const name = [status, ...(isPage ? ['page'] : []), ...list].join('.');
        this.named[name] ??= response(list, isPage);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }
}

function response(codes: readonly ErrorCode[], isPage: boolean): Json {
  return {
    description: codes
      .map((code) => `\`${code}\`: ${errorCodes[code][1]} ${errorCodes[code][2]}`)
      .join('\n\n'),
    headers: requestIdHeader,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: example(code) }])),
      },
      ...(isPage ? pageContent : {}),
    },
  };
}

/** Pages for people. */
export const pageContent = { 'text/html': { schema: { type: 'string' } } };

const example = (code: ErrorCode): Json => ({
  success: false,
  error: { code, message: errorCodes[code][1], ...new ApiError(code, '').extras },
  request_id: 'req_0192f7c1d5e87a3b9c4d2e1f0a6b8c7d',
});

export const requestIdHeader = {
  'X-Request-Id': {
    schema: { type: 'string' },
    description: 'The id of this request in the log; `request_id` repeats it',
  },
};

/** The error envelope. */
export function errorSchema(): Json {
  return {
    type: 'object',
    required: ['success', 'error', 'request_id'],
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: Object.keys(errorCodes) },
          message: {
            type: 'string',
            description: 'A description of the problem and how to fix it',
          },
          details: {
            description:
              'For VALIDATION_ERROR a list of {path, code, message}, otherwise an object with details. For 503 and 504, `outcome` tells whether the request was done: `not_done` or `unknown`',
          },
          param: { type: 'string', description: 'The field or parameter at fault' },
          dependencies: {
            type: 'array',
            description: 'Records that a delete would also remove',
            items: {
              type: 'object',
              required: ['type', 'count', 'label'],
              properties: {
                type: { type: 'string' },
                count: { type: 'integer' },
                label: { type: 'string' },
              },
            },
          },
          confirm_token: {
            type: 'string',
            description: 'Repeat the delete with this, within 5 minutes',
          },
          retry_after: { type: 'integer', description: 'Seconds to wait' },
        },
      },
      dry_run: { const: true, description: 'This is the answer of a dry run' },
      request_id: { type: 'string' },
    },
  };
}
