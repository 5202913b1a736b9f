import { z } from 'zod';
import { lazy } from '../../http/lazy-handler.ts';
import { handled, type Route } from '../../http/route.ts';
import { deleted, expectedVersion, offsetQuery, openMap, total } from '../../http/schemas.ts';
import {
  CustomFunction,
  FunctionLog,
  FunctionVersion,
  functionCode,
  functionFields,
  functionName,
  logLines,
  runStatus,
  runtime,
} from './shapes.ts';

const one = '/v1/functions/:function_id';
const version = `${one}/versions/:version_number`;
const permission = 'functions:manage';
const keeper = () => import('./handlers/save.ts');

/** What is compiled, sealed or planned before the database is asked. */
const reads = [
  ...['code', 'runtime', 'env', 'trigger_type'],
  ...['cron_expression', 'run_at', 'timezone', 'enabled'],
];

export const routes: Route[] = [
  {
    id: 'function.list',
    method: 'GET',
    path: '/v1/functions',
    scope: 'read',
    permission,
    summary: 'List functions, without their code',
    returns: z.array(CustomFunction),
  },
  handled({
    id: 'function.create',
    method: 'POST',
    path: '/v1/functions',
    scope: 'write',
    permission,
    status: 201,
    summary: 'Create a function',
    body: functionFields.extend({ name: functionName, code: functionCode, runtime }),
    isVersioned: true,
    returns: CustomFunction,
    before: lazy(keeper, 'prepareFunction'),
    reads,
    errors: ['PLAN_LIMIT_EXCEEDED', 'ALREADY_EXISTS', 'INVALID_STATE', 'NOT_FOUND'],
    example: {
      body: {
        name: 'greet',
        code: 'export default (input) => ({ text: "Hello " + input.name })',
      },
    },
  }),
  {
    id: 'function.get',
    method: 'GET',
    path: one,
    scope: 'read',
    permission,
    summary: 'Get a function',
    isVersioned: true,
    returns: CustomFunction,
  },
  handled({
    id: 'function.update',
    method: 'PATCH',
    path: one,
    scope: 'write',
    permission,
    summary: 'Change a function',
    description: 'New code becomes a new version.',
    body: functionFields.extend({ runtime, version: expectedVersion }),
    isVersioned: true,
    returns: CustomFunction,
    before: lazy(keeper, 'prepareChange'),
    reads: ['function_id', ...reads],
    errors: ['ALREADY_EXISTS', 'IMMUTABLE_FIELD'],
    example: { body: { enabled: true } },
  }),
  {
    id: 'function.delete',
    method: 'DELETE',
    path: one,
    scope: 'write',
    permission,
    summary: 'Delete a function with its versions and logs',
    description: 'Queued runs are dropped.',
    body: z.object({ version: expectedVersion }),
    example: { body: {} },
    isConditional: true,
    returns: deleted,
  },
  handled({
    id: 'function.execute',
    method: 'POST',
    path: `${one}/execute`,
    scope: 'write',
    permission: 'functions:execute',
    summary: 'Run a function',
    description:
      'Waits for the answer; with `async` it answers 202 with the `run_id` at once, and /logs/:run_id shows the outcome.',
    body: z.object({
      input: openMap.optional(),
      async: z.boolean().optional().meta({ description: 'Queue it, and answer 202' }),
    }),
    returns: z.object({
      output: z.any(),
      run_id: z.string(),
      status: runStatus,
      duration_ms: z.number().int().nullable(),
      logs: logLines,
    }),
    isDeferrable: true,
    handler: lazy(() => import('./handlers/execute.ts'), 'executeFunction'),
    operations: ['function_open', 'function_fetch', 'function_finish'],
    errors: ['FUNCTION_ERROR', 'FUNCTION_TIMEOUT', 'INVALID_STATE', 'CONCURRENCY_LIMITED'],
    example: { body: { input: { name: 'Ada' } } },
  }),
  {
    id: 'function.logs',
    method: 'GET',
    path: `${one}/logs`,
    scope: 'read',
    permission,
    summary: 'List the runs of a function with their logs, newest first',
    query: offsetQuery.extend({ status: runStatus.optional() }),
    returns: z.object({ logs: z.array(FunctionLog), ...total }),
  },
  {
    id: 'function.log_get',
    method: 'GET',
    path: `${one}/logs/:function_run_id`,
    scope: 'read',
    permission,
    summary: 'Get a run of a function with its log',
    returns: FunctionLog,
  },
  {
    id: 'function.versions',
    method: 'GET',
    path: `${one}/versions`,
    scope: 'read',
    permission,
    summary: 'List the versions of a function, without their code',
    query: offsetQuery,
    returns: z.object({ versions: z.array(FunctionVersion), ...total }),
  },
  {
    id: 'function.version_get',
    method: 'GET',
    path: version,
    scope: 'read',
    permission,
    summary: 'Get a version of a function with its code',
    returns: FunctionVersion,
  },
  {
    id: 'function.version_restore',
    method: 'POST',
    path: `${version}/restore`,
    scope: 'write',
    permission,
    summary: 'Restore the code of an earlier version',
    description: 'It becomes a new version.',
    isVersioned: true,
    returns: CustomFunction,
  },
];
