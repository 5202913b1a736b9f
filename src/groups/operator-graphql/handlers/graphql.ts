import { createHash } from 'node:crypto';
import {
  type ExecutionResult,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { execute, hookArgs } from 'postgraphile/grafast';
import { useOf } from '../../../credentials/box.ts';
import type { Change } from '../../../db/call.ts';
import { toApiError } from '../../../db/errors.ts';
import { ApiError } from '../../../ground/errors.ts';
import { validate } from '../../../ground/shapes/validate.ts';
import { type AnyAnswer, dataOf } from '../../../operations/answer.ts';
import type { Ask, HandlerCall, Run } from '../../../operations/handler.ts';
import { lacking, type Operator, operatorOf } from '../../../operations/operator.ts';
import {
  bytesOf,
  canBeTried,
  functionOf,
  mutates,
  type Route,
  tenantByOf,
  worksInNode,
} from '../../../operations/route.ts';
import type { RouteCaller } from '../../../operations/route-caller.ts';
import { lookBy, runOperation } from '../../../operations/run.ts';
import { cannotBeTried, prove, readKey, wantsDryRun } from '../../../operations/safe-writes.ts';
import { faultsOf, prepareQuestion, type Question } from '../../../tools/graphql/prepare.ts';
import { sendGraphql } from '../../../tools/graphql/send.ts';
import { announcements } from '../../announcements/index.ts';
import { backups } from '../../backups/index.ts';
import { books } from '../../books/index.ts';
import { diffs } from '../../diffs/index.ts';
import { dlq } from '../../dlq/index.ts';
import { featureFlags } from '../../feature-flags/index.ts';
import { migrations } from '../../migrations/index.ts';
import { plans } from '../../plans/index.ts';
import { platformJobs } from '../../platform-jobs/index.ts';
import { platformKeys } from '../../platform-keys/index.ts';
import { platformSettings } from '../../platform-settings/index.ts';
import { shards } from '../../shards/index.ts';
import { signingKeys } from '../../signing-keys/index.ts';
import { subscriptions } from '../../subscriptions/index.ts';
import { tenantKeys } from '../../tenant-keys/index.ts';
import { tenantRoutes } from '../../tenant-routes/index.ts';
import { tenantsAdmin } from '../../tenants-admin/index.ts';
import { tickets } from '../../tickets/index.ts';
import { scopesOf } from '../graphql/field-scopes.ts';
import type { Operation, RunOperation } from '../graphql/mutations.ts';

/** The groups with operations under /admin and /owner that change something. */
const groups = [
  tenantsAdmin,
  tenantKeys,
  backups,
  diffs,
  signingKeys,
  platformKeys,
  platformSettings,
  featureFlags,
  tenantRoutes,
  shards,
  dlq,
  migrations,
  platformJobs,
  plans,
  subscriptions,
  books,
  announcements,
  tickets,
];
const routes = groups.flatMap((group) => group.routes.filter(({ scope }) => scope === 'platform'));

/** Not those that take bytes, which GraphQL has no way to send, nor those that answer with the tokens of a session. */
const operations: Operation[] = routes
  .filter((route) => mutates(route) && !bytesOf(route) && !route.makesSession)
  .map((route) => ({ ...route, canBeTried: canBeTried(route) }));

/** POST /admin/graphql: questions read the views of the schema `operators`, changes run the operations of /admin and /owner. */
export async function runOperatorGraphql(call: HandlerCall<Question>): Promise<undefined> {
  if (!call.services.config.adminGraphql)
    throw new ApiError(
      'NOT_FOUND',
      'GraphQL for operators is off. Start the server with ADMIN_GRAPHQL=on.',
    );
  sendGraphql(call, await answer(call));
}

async function answer(call: HandlerCall<Question>): Promise<ExecutionResult> {
  const { operationName, variables } = call.args;
  const known = await call.services.operatorGraphql.schema(operations);
  try {
    const { document, operation } = prepareQuestion(known, call.args);
    if (operation.operation === OperationTypeNode.MUTATION) call.services.room.require();
    else for (const scope of scopesOf(known.schema, document, operation)) hold(call, scope);
    if (call.services.gateway.isCluster && readsViews(operation))
      throw new ApiError(
        'FORBIDDEN',
        'GraphQL queries are not available on a cluster: use GET /admin/tenants. Mutations are available.',
      );
    const asked = await hookArgs({
      ...{ schema: known.schema, resolvedPreset: known.resolvedPreset, document },
      requestContext: {},
      contextValue: { run: runnerOf(call) },
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    });
    return (await execute(asked)) as ExecutionResult;
  } catch (error) {
    return faultsOf(error);
  }
}

/** Whether it asks for more than the schema. The other nodes of a cluster would read the views' tables with the caller's rights. */
const readsViews = ({ operation, selectionSet }: OperationDefinitionNode): boolean =>
  operation === OperationTypeNode.QUERY &&
  selectionSet.selections.some(
    (one) => one.kind !== Kind.FIELD || !one.name.value.startsWith('__'),
  );

/** @throws 403 for a key without a scope */
function hold({ ctx }: HandlerCall<Question>, scope: RouteCaller['platformScope']): void {
  const refusal = lacking(ctx.operator as Operator, scope === 'by_field' ? '*' : scope);
  if (refusal) throw refusal;
}

/** Runs operations, and notes in the operator's audit log those that are refused to their key. */
function runnerOf(call: HandlerCall<Question>): RunOperation {
  const run = runnerOfAny(call);
  return async (id, given, dryRun) => {
    try {
      return await run(id, given, dryRun);
    } catch (error) {
      await call.services.refusals.note(call.ctx, toApiError(error), id);
      throw error;
    }
  };
}

/** Runs an operation of /admin or /owner as a request to its route does: checked, in its tenant, journaled. */
function runnerOfAny(call: HandlerCall<Question>): RunOperation {
  const onceOf = repeatable(call);
  return async (id, given, dryRun) => {
    const route = routes.find((one) => one.id === id) as Route;
    hold(call, route.platformScope);
    const args = checked(route, given);
    const { gateway, operations } = call.services;
    const who = callerOf(call);
    const isDry = dryRun || wantsDryRun(call.req, call.search);
    if (isDry && !canBeTried(route)) throw cannotBeTried();
    const change = isDry ? { dry_run: true as const } : onceOf(route, args);
    const by = tenantByOf(route);
    if (by) {
      const found = await operations.platform(who, by, args, { isRead: true });
      args.tenant_id = dataOf<{ tenant_id: string }>(found).tenant_id;
    }
    const tenant =
      (by || (route.path.includes('/:tenant_id') && route.tenant !== 'operator')
        ? String(args.tenant_id)
        : undefined) ??
      (route.tenant === 'made' ? await gateway.newTenantId(who, change.key) : undefined);
    const { signal } = call.ctx;
    const run: Run = (operation, input) =>
      operations.platform(
        operation === functionOf(route) || route.isComposed ? { ...who, change } : who,
        operation,
        input,
        { tenant, signal },
      );
    const look = lookBy((_, operation, input) =>
      operations.platform(who, operation, input, { tenant, isRead: true }),
    );
    const { services, caller, ctx } = call;
    const door = { services, caller, signal: ctx.signal, userAgent: ctx.userAgent, look };
    const ask: Ask = async (...question) => dataOf(await run(...question));
    const answer = route.handler
      ? await route.handler({ ...call, route, change, args, run, ask })
      : await runOperation(door, route, args, run);
    if (!isDry) services.wakeups.ring(tenant ?? '');
    return dataOf(answer as AnyAnswer);
  };
}

/**
 * An Idempotency-Key of the request goes for each of its changes: the first of an operation, the second of it, and so on.
 * Where Node works on the input, the key is held to the input as it was given, and a secret in the answer is sealed.
 */
function repeatable({ req, services }: HandlerCall<Question>) {
  const asked = readKey(req);
  const made = new Map<string, number>();
  return (route: Route, args: object): Change => {
    if (asked === undefined || !canBeTried(route)) return {};
    const nth = (made.get(route.id) ?? 0) + 1;
    made.set(route.id, nth);
    const key = createHash('sha256').update(`${asked} ${route.id} ${nth}`).digest('hex');
    const change: Change = { key };
    const isWorkedOn = worksInNode(route);
    prove(change, services, {
      hasSecret: route.hasSecret,
      use: isWorkedOn ? useOf(args) : undefined,
    });
    if (isWorkedOn && !route.handler) change.is_whole = true;
    return change;
  };
}

const callerOf = ({ ctx }: HandlerCall<Question>) => ({
  ...{ request_id: ctx.requestId, ip: ctx.ip, root: ctx.root },
  ...operatorOf(ctx),
  ...(ctx.userAgent ? { user_agent: ctx.userAgent } : {}),
});

/** Parses the path, the query and the body as the route would. @throws 400 */
function checked({ path, query, body }: Route, given: Record<string, unknown>) {
  const rest = { ...given };
  const take = (names: string[]) => {
    const taken = names.filter((name) => name in rest).map((name) => [name, rest[name]]);
    for (const name of names) delete rest[name];
    return Object.fromEntries(taken);
  };
  const params = take([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
  const asked = query ? validate(query, take(Object.keys(query.shape)), 'query') : {};
  return { ...(body ? validate(body, rest, 'body') : rest), ...asked, ...params };
}
