import type { AnyAnswer } from './answer.ts';
import type { OperationServices } from './operation.ts';
import { kindOf, needsOf, type Route } from './route.ts';
import { lookBy, runOperation } from './run.ts';
import type { CallsOperations, How, Who } from './who.ts';

/**
 * Runs the operation of a route as a request to it would, with what Node does around its function: with the scope and the
 * permission that the route needs, and in company where it may be.
 * @param who where something is changed, with the root of what that causes
 * @returns the answer
 */
export function runAs(
  services: OperationServices & { operations: CallsOperations },
  { tenant, credential }: Who,
  route: Route,
  args: object,
  { change, signal }: Pick<How, 'change' | 'signal'> = {},
): Promise<AnyAnswer> {
  const { operations } = services;
  const who: Who = { tenant, credential: { ...credential, ...needsOf(route) } };
  const door = {
    services,
    caller: { tenant },
    signal,
    userAgent: credential.user_agent,
    isDryRun: change?.dry_run,
    look: lookBy((_, operation, input) =>
      operations.call(who, operation, input, { kind: 'read', signal }),
    ),
  };
  const rides = change?.key || change?.dry_run ? undefined : route.rides;
  const how = { kind: kindOf(route), signal, rides, change };
  return runOperation(door, route, args, (operation, input) =>
    operations.call(who, operation, input, how),
  );
}
