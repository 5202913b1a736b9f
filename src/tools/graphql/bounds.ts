import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionSetNode,
  Source,
  type Token,
  TokenKind,
  visit,
} from 'graphql';
import { ApiError } from '../../ground/errors.ts';
import { faultOfNumber } from '../../ground/shapes/json-values.ts';

/** The limits of a request; docs/data/graphql.md lists them. */
export const most = {
  depth: 12,
  aliases: 100,
  fields: 1_000,
  /** Each is held against each other: 900 take 59 ms of the thread that answers all. */
  fragments: 200,
  tokens: 10_000,
  brackets: 64,
  cost: 300_000,
};

/** The cost of an object that may be in the answer, of one of its fields, and of a field of a schema type. */
const prices = { object: 5, field: 1, introspection: 2 };

/** The lists of the schema, and what they are counted with: the standard introspection costs a third of what is allowed. */
const schemaLists = new Set(
  'types fields inputFields args enumValues interfaces possibleTypes directives'.split(' '),
);
const schemaListLength = 10;

/** They are between an object and those of its next level. */
const between = new Set(['edges', 'node', 'nodes']);

const refuse = (code: string, message: string, node?: FieldNode) =>
  new GraphQLError(message, {
    ...(node ? { nodes: node } : {}),
    originalError: ApiError.invalid('query', code, message),
  });

const opening = new Set<TokenKind>([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L]);
const closing = new Set<TokenKind>([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R]);

/**
 * Refuses a text before it is parsed: what reads documents calls itself for each bracket, and runs out of stack. Its
 * values are held to what a body of JSON may hold, since they are stored the same way.
 * @throws GraphQLError
 */
export function checkText(text: string): void {
  const lexer = new Lexer(new Source(text));
  let open = 0;
  let tokens = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    tokens += 1;
    if (tokens > most.tokens)
      throw refuse('too_many', `The query has more than ${most.tokens} tokens.`);
    if (opening.has(token.kind)) open += 1;
    else if (closing.has(token.kind)) open -= 1;
    if (open > most.brackets)
      throw refuse('too_deep', `The query is nested more than ${most.brackets} levels deep.`);
    checkValue(token);
  }
}

function checkValue({ kind, value, line, column }: Token): void {
  const isNumber = kind === TokenKind.INT || kind === TokenKind.FLOAT;
  const fault = isNumber ? faultOfNumber(value) : undefined;
  if (fault) throw refuse(fault.code, `The value at ${line}:${column} ${fault.message}.`);
  if (kind === TokenKind.STRING && value.includes('\0'))
    throw refuse('nul', `The value at ${line}:${column} holds a NUL character.`);
}

/** Refuses a document that would be long to look through, before it is. @throws GraphQLError */
export function checkSize(document: DocumentNode): void {
  let fields = 0;
  let aliases = 0;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  if (fragments.length > most.fragments)
    throw refuse(
      'too_many',
      `The query has ${fragments.length} fragments: ${most.fragments} are allowed.`,
    );
  visit(document, {
    Field(node) {
      fields += 1;
      if (node.alias) aliases += 1;
    },
  });
  if (aliases > most.aliases)
    throw refuse('too_many', `The query has ${aliases} aliases: ${most.aliases} are allowed.`);
  if (fields > most.fields)
    throw refuse('too_many', `The query names ${fields} fields: ${most.fields} are allowed.`);
}

interface Asked {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Readonly<Record<string, unknown>>;
}

/** Refuses a valid operation that asks for too much. @throws GraphQLError */
export function checkCost(asked: Asked): void {
  const cost = new Walk(asked).cost();
  if (cost > most.cost)
    throw refuse(
      'too_expensive',
      `The query costs ${cost} points: ${most.cost} are allowed. Each object that may be answered costs ${prices.object}, ` +
        `each of its fields ${prices.field}: ask for fewer with "first".`,
    );
}

/** Adds up what an operation may answer. Of a fragment once: documents may name one that doubles another, and so on. */
class Walk {
  private readonly asked: Asked;
  private readonly fragments: Map<string, FragmentDefinitionNode>;
  private readonly costs = new Map<string, number>();

  constructor(asked: Asked) {
    this.asked = asked;
    this.fragments = new Map(
      asked.document.definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [],
      ),
    );
  }

  cost(): number {
    const { schema, operation } = this.asked;
    return this.ofSet(operation.selectionSet, schema.getRootType(operation.operation), 0);
  }

  /** @param depth levels above */
  private ofSet(
    set: SelectionSetNode | undefined,
    type: GraphQLNamedType | null | undefined,
    depth: number,
  ): number {
    let cost = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) cost += this.ofField(selection, type, depth);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition?.name.value;
        const inner = on === undefined ? type : this.asked.schema.getType(on);
        cost += this.ofSet(selection.selectionSet, inner, depth);
      } else cost += this.ofFragment(selection.name.value, depth);
    }
    return cost;
  }

  private ofFragment(name: string, depth: number): number {
    const key = `${name} ${depth}`;
    let cost = this.costs.get(key);
    if (cost === undefined) {
      const fragment = this.fragments.get(name);
      const type = fragment && this.asked.schema.getType(fragment.typeCondition.name.value);
      cost = this.ofSet(fragment?.selectionSet, type, depth);
      this.costs.set(key, cost);
    }
    return cost;
  }

  private ofField(
    node: FieldNode,
    parent: GraphQLNamedType | null | undefined,
    depth: number,
  ): number {
    const name = node.name.value;
    // Their depth is looked after by a rule of graphql: lists in lists, at most three.
    if (name === '__schema' || name === '__type') return this.ofSchema(node.selectionSet);
    const field =
      isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
    const type = field && getNamedType(field.type);
    const below = between.has(name) ? depth : depth + 1;
    if (below > most.depth)
      throw refuse('too_deep', `The query has more than ${most.depth} levels.`, node);
    const inner = isCompositeType(type) ? this.ofSet(node.selectionSet, type, below) : 0;
    const first = field?.args.find((arg) => arg.name === 'first');
    if (!first) return prices.field + inner;
    return prices.field + this.firstOf(node, first.defaultValue) * (prices.object + inner);
  }

  private ofSchema(set: SelectionSetNode | undefined): number {
    let cost = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const key = `schema ${selection.name.value}`;
        const known = this.costs.get(key);
        const own = known ?? this.ofSchema(this.fragments.get(selection.name.value)?.selectionSet);
        this.costs.set(key, own);
        cost += own;
      } else {
        const isList = selection.kind === Kind.FIELD && schemaLists.has(selection.name.value);
        const each = prices.introspection + this.ofSchema(selection.selectionSet);
        cost += isList ? schemaListLength * each : each;
      }
    }
    return cost;
  }

  /** How many objects a page has, at most. @throws GraphQLError for what is not 1 to 100 */
  private firstOf(node: FieldNode, fallback: unknown): number {
    const value = node.arguments?.find((arg) => arg.name.value === 'first')?.value;
    const given =
      value?.kind === Kind.VARIABLE
        ? this.variable(value.name.value)
        : value?.kind === Kind.INT
          ? Number(value.value)
          : undefined;
    const first = Number(given ?? fallback);
    if (first >= 1 && first <= 100) return first;
    throw refuse('invalid_number', 'first: must be a whole number from 1 to 100', node);
  }

  /** Returns the value of a variable: the sent one, or else the default of the operation. */
  private variable(name: string): unknown {
    const { operation, variables } = this.asked;
    if (Object.hasOwn(variables, name)) return variables[name];
    const declared = operation.variableDefinitions?.find((one) => one.variable.name.value === name);
    const otherwise = declared?.defaultValue;
    return otherwise?.kind === Kind.INT ? Number(otherwise.value) : undefined;
  }
}
