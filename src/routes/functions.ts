import { z } from 'zod';
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
} from '../http/function-shapes.ts';
import { lazy } from '../http/lazy-handler.ts';
import type { RouteGroup } from '../http/route.ts';
import { deleted, offsetQuery, openMap, total } from '../http/schemas.ts';

const one = '/v1/functions/:function_id';
const version = `${one}/versions/:version_number`;
const permission = 'functions:manage';
const keeper = () => import('../handlers/functions/save.ts');

export const functions: RouteGroup = {
  name: 'functions',
  description:
    'Code of your own, run in a sandbox: by a call, an event, or a schedule. docs/events/functions.md walks through.',
  routes: [
    {
      id: 'function.list',
      method: 'GET',
      path: '/v1/functions',
      scope: 'read',
      permission,
      summary: 'List functions, without their code',
      returns: z.array(CustomFunction),
    },
    {
      id: 'function.create',
      method: 'POST',
      path: '/v1/functions',
      scope: 'write',
      permission,
      status: 201,
      summary: 'Create a function',
      body: functionFields.extend({ name: functionName, code: functionCode, runtime }),
      returns: CustomFunction,
      handler: lazy(keeper, 'createFunction'),
      errors: ['ALREADY_EXISTS', 'INVALID_STATE', 'NOT_FOUND'],
      example: {
        body: {
          name: 'greet',
          code: 'export default (input) => ({ text: "Hello " + input.name })',
        },
      },
    },
    {
      id: 'function.get',
      method: 'GET',
      path: one,
      scope: 'read',
      permission,
      summary: 'Get a function',
      returns: CustomFunction,
    },
    {
      id: 'function.update',
      method: 'PATCH',
      path: one,
      scope: 'write',
      permission,
      summary: 'Change a function; another code makes a new version',
      body: functionFields,
      returns: CustomFunction,
      handler: lazy(keeper, 'updateFunction'),
      errors: ['ALREADY_EXISTS'],
      example: { body: { enabled: true } },
    },
    {
      id: 'function.delete',
      method: 'DELETE',
      path: one,
      scope: 'write',
      permission,
      summary: 'Delete a function with its versions and logs; what is queued is not run',
      returns: deleted,
    },
    {
      id: 'function.execute',
      method: 'POST',
      path: `${one}/execute`,
      scope: 'write',
      permission: 'functions:execute',
      summary: 'Run a function, now or (async) soon',
      description:
        'Waits for the answer; with `async` it answers 202 with the `run_id` at once, and /logs/:run_id tells what came of it.',
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
      handler: lazy(() => import('../handlers/functions/execute.ts'), 'executeFunction'),
      operations: ['function_open', 'function_act', 'function_fetch', 'function_finish'],
      errors: ['FUNCTION_ERROR', 'FUNCTION_TIMEOUT', 'INVALID_STATE', 'CONCURRENCY_LIMITED'],
      example: { body: { input: { name: 'Ada' } } },
    },
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
      returns: z.object({ versions: z.array(FunctionVersion), total: z.number().int() }),
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
      summary: 'Go back to the code of an earlier version, as a new one',
      returns: CustomFunction,
    },
  ],
};
