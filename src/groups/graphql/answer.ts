import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  Kind,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import { ApiError } from '../../errors.ts';
import type { HandlerCall } from '../../http/handler.ts';
import { Asker } from './asker.ts';
import { checkCost, checkSize, most } from './bounds.ts';
import { Reads } from './reads.ts';
import { knownSchema, learnSchema, type TenantSchema } from './schemas.ts';

/** A request as GraphQL over HTTP names its parts. */
export interface Question {
  query: string;
  operationName?: string | null | undefined;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A type that changes all the time is answered as it was a moment ago. */
const mostTries = 3;

/**
 * Answers a request with the schema that its tenant has now. It is tried with the schema that was known last: the first
 * call of the database says whether that is still the one, and otherwise brings the new one.
 * @returns errors without data for a request that is wrong as a whole
 * @throws ApiError where the caller may not ask at all
 */
export async function answerQuestion(
  call: HandlerCall<unknown>,
  question: Question,
): Promise<ExecutionResult> {
  const { tenant } = call.caller;
  let known = knownSchema(tenant);
  for (let n = 1; ; n += 1) {
    const reads = new Reads((args) => call.run('graphql_run', args), known?.version ?? '');
    const outcome = known ? await attempt(known, question, new Asker(call, reads)) : undefined;
    await reads.confirm().catch((error) => {
      if (!reads.moved) throw error;
    });
    if (!reads.moved) return outcome as ExecutionResult;
    known = learnSchema(tenant, reads.moved);
    if (n === mostTries)
      throw new ApiError('CONFLICT', 'The object types are being changed. Repeat the request.');
  }
}

async function attempt(
  known: TenantSchema,
  question: Question,
  asker: Asker,
): Promise<ExecutionResult> {
  const { schema } = known;
  const { query, operationName, variables } = question;
  try {
    const document = read(known, query);
    const operation = getOperationAST(document, operationName);
    if (!operation) throw new GraphQLError(noOperation(document, operationName));
    if (operation.operation === OperationTypeNode.SUBSCRIPTION)
      throw new GraphQLError('Subscriptions need a WebSocket: connect to this address as one.');
    checkCost({ schema, document, operation, variables: variables ?? {} });
    // What changes something is not tried with a schema that may be an old one.
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
    if (error instanceof GraphQLError) return { errors: [error] };
    if (error instanceof Faults) return { errors: error.faults };
    throw error;
  }
}

/** What validation has found. */
class Faults extends Error {
  readonly faults: readonly GraphQLError[];

  constructor(faults: readonly GraphQLError[]) {
    super('not valid');
    this.faults = faults;
  }
}

/** @throws GraphQLError, Faults */
function read({ schema, documents }: TenantSchema, text: string): DocumentNode {
  const known = documents.get(text);
  if (known) return known;
  const document = parse(text, { maxTokens: most.tokens });
  checkSize(document);
  const faults = validate(schema, document, undefined, { maxErrors: 50 });
  if (faults.length > 0) throw new Faults(faults);
  documents.set(text, document);
  return document;
}

function noOperation(document: DocumentNode, name: string | null | undefined): string {
  const count = document.definitions.filter(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ).length;
  if (name != null) return `There is no operation named "${name}".`;
  return count === 0
    ? 'The document holds no operation.'
    : `The document holds ${count} operations: say which one in operationName.`;
}
