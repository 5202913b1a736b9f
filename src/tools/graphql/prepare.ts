import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { nfc } from '../../ground/shapes/canonical.ts';
import { checkCost, checkSize, checkText } from './bounds.ts';

/** A request as GraphQL over HTTP names its parts. */
export interface Question {
  query: string;
  operationName?: string | null | undefined;
  variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A schema, and documents that have been found valid with it. */
export interface Known {
  schema: GraphQLSchema;
  documents: LRUCache<string, DocumentNode>;
}

/** Characters of documents that a schema remembers. */
const maxRemembered = 200_000;

export const rememberDocuments = (): Known['documents'] =>
  new LRUCache({ maxSize: maxRemembered, sizeCalculation: (_, text) => text.length + 1 });

/** Where a question was asked: a WebSocket answers subscriptions, and nothing else. */
type Way = 'request' | 'subscription';

/**
 * The operation that a request asks for, valid and within bounds.
 * @throws GraphQLError, or several: see `faultsOf`
 */
export function prepareQuestion(
  known: Known,
  { query, operationName, variables }: Question,
  way: Way = 'request',
): { document: DocumentNode; operation: OperationDefinitionNode } {
  const document = read(known, query);
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new GraphQLError(noOperation(document, operationName));
  const isSubscription = operation.operation === OperationTypeNode.SUBSCRIPTION;
  if (isSubscription && way === 'request')
    throw new GraphQLError('Subscriptions need a WebSocket: connect to this address as one.');
  if (!isSubscription && way === 'subscription')
    throw new GraphQLError('A WebSocket is for subscriptions: POST queries and mutations.');
  checkCost({ schema: known.schema, document, operation, variables: variables ?? {} });
  return { document, operation };
}

/** A request that is wrong as a whole, as its answer. @throws whatever else went wrong */
export function faultsOf(error: unknown): ExecutionResult {
  if (error instanceof GraphQLError) return { errors: [error] };
  if (error instanceof Faults) return { errors: error.faults };
  throw error;
}

/** The errors of validation. */
class Faults extends Error {
  readonly faults: readonly GraphQLError[];

  constructor(faults: readonly GraphQLError[]) {
    super('not valid');
    this.faults = faults;
  }
}

/** @throws GraphQLError, Faults */
function read({ schema, documents }: Known, text: string): DocumentNode {
  const known = documents.get(text);
  if (known) return known;
  checkText(text);
  const document = unescaped(parse(text), text);
  checkSize(document);
  const faults = validate(schema, document, undefined, { maxErrors: 50 });
  if (faults.length > 0) throw new Faults(faults);
  documents.set(text, document);
  return document;
}

/** Characters that the document writes as escapes; the others were made NFC with the document. */
const unescaped = (document: DocumentNode, text: string): DocumentNode =>
  text.includes('\\u')
    ? visit(document, { StringValue: (node) => ({ ...node, value: nfc(node.value) }) })
    : document;

function noOperation(document: DocumentNode, name: string | null | undefined): string {
  const count = document.definitions.filter(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ).length;
  if (name != null) return `There is no operation named "${name}".`;
  return count === 0
    ? 'The document holds no operation.'
    : `The document holds ${count} operations: say which one in operationName.`;
}
