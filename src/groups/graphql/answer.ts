import { type ExecutionResult, execute, OperationTypeNode } from 'graphql';
import { ApiError } from '../../ground/errors.ts';
import { faultsOf, prepareQuestion, type Question } from '../../tools/graphql/prepare.ts';
import { Asker, type Asking } from './asker.ts';
import { Reads } from './reads.ts';
import { knownSchema, learnSchema, type TenantSchema } from './schemas.ts';

/** Queries fall back to the schema of a moment ago when types change all the time; mutations do not. */
const mostTries = 3;

/**
 * Answers a request with the schema that its tenant has now. It is tried with the schema that was known last: the first
 * call of the database says whether that is still the one, and otherwise brings the new one.
 * @returns errors without data for a request that is wrong as a whole
 * @throws ApiError where the caller may not ask at all
 */
export async function answerQuestion(call: Asking, question: Question): Promise<ExecutionResult> {
  const { tenant } = call.caller;
  let known = knownSchema(tenant);
  for (let n = 1; ; n += 1) {
    const reads = new Reads((args) => call.run('graphql_run', args), known?.version ?? '');
    const isLast = known !== undefined && n > mostTries;
    if (isLast && !changes(known as TenantSchema, question)) reads.trusting();
    const outcome = known ? await attempt(known, question, new Asker(call, reads)) : undefined;
    await reads.confirm();
    if (!reads.moved) return outcome as ExecutionResult;
    known = learnSchema(tenant, reads.moved);
    if (isLast)
      throw new ApiError('CONFLICT', 'The object types are being changed. Repeat the request.');
  }
}

/** Whether a request is for a change; what is wrong with it is said later. */
function changes(known: TenantSchema, question: Question): boolean {
  try {
    return prepareQuestion(known, question).operation.operation === OperationTypeNode.MUTATION;
  } catch {
    return false;
  }
}

async function attempt(
  known: TenantSchema,
  question: Question,
  asker: Asker,
): Promise<ExecutionResult> {
  const { schema } = known;
  const { operationName, variables } = question;
  try {
    const { document, operation } = prepareQuestion(known, question);
    // A mutation is never run with a schema that may be outdated.
    if (operation.operation === OperationTypeNode.MUTATION) {
      await asker.reads.confirm();
      if (asker.reads.moved) return {};
    }
    return await execute({
      schema,
      document,
      contextValue: asker,
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    });
  } catch (error) {
    return faultsOf(error);
  }
}

/** The schema that a tenant has now. @throws ApiError where the caller may not ask at all */
export async function presentSchema(call: Asking): Promise<TenantSchema> {
  const { tenant } = call.caller;
  let known = knownSchema(tenant);
  for (;;) {
    const reads = new Reads((args) => call.run('graphql_run', args), known?.version ?? '');
    await reads.confirm();
    if (known && !reads.moved) return known;
    if (reads.moved) known = learnSchema(tenant, reads.moved);
  }
}
