import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
} from 'graphql';

/** A scalar that hands on what PostgreSQL has checked and written. */
const asWritten = (name: string, description: string, specifiedByURL?: string) =>
  new GraphQLScalarType({ name, description, ...(specifiedByURL ? { specifiedByURL } : {}) });

export const Json = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  parseValue: (value) => value,
  parseLiteral: (node, variables) => jsonOf(node, variables ?? {}),
});

/** Returns the value of a literal, which may hold variables. Its maps have no prototype, so every name is data. */
function jsonOf(node: ValueNode, variables: Record<string, unknown>): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.LIST:
      return node.values.map((value) => jsonOf(value, variables));
    case Kind.OBJECT: {
      const map: Record<string, unknown> = Object.create(null);
      for (const { name, value } of node.fields) {
        if (name.value in map)
          throw new GraphQLError(`${name.value} is given twice.`, { nodes: name });
        map[name.value] = jsonOf(value, variables);
      }
      return map;
    }
    case Kind.VARIABLE:
      return variables[node.name.value];
    default:
      return node.value;
  }
}

const dateTime = asWritten(
  'DateTime',
  'A moment in UTC, ISO 8601',
  'https://scalars.graphql.org/andimarek/date-time.html',
);
const date = asWritten('Date', 'A day, YYYY-MM-DD');
const time = asWritten('Time', 'A time of day, HH:MM:SS');
/** Int of GraphQL has 32 bits. */
const wholeNumber = asWritten('WholeNumber', 'A whole number of up to 2^53 − 1 in size');

export const Money = new GraphQLObjectType({
  name: 'Money',
  description: 'An amount of money. A bare number has no currency.',
  fields: {
    amount: { type: GraphQLString, description: 'A decimal number, with all its digits' },
    currency: { type: GraphQLString, description: 'ISO 4217' },
  },
});

export const Order = new GraphQLEnumType({
  name: 'Order',
  values: { asc: {}, desc: {} },
});

/** How values of a data type are shown. */
interface Shown {
  type: GraphQLOutputType;
  /** Whether a value is one: a property may be younger than values of its name, which had no type. */
  fits(value: unknown): boolean;
  /** Makes of a value what the fields of `type` are read from. */
  read?(value: unknown): unknown;
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const text: Shown = { type: GraphQLString, fits: isText };
const anything: Shown = { type: Json, fits: () => true };
const number: Shown = { type: GraphQLFloat, fits: isNumber };

const shown: Record<string, Shown> = {
  number,
  float: number,
  percent: number,
  integer: { type: wholeNumber, fits: Number.isInteger },
  rating: {
    type: GraphQLInt,
    fits: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  },
  currency: {
    type: Money,
    fits: (value) => isNumber(value) || (typeof value === 'object' && value !== null),
    read: (value) => (isNumber(value) ? { amount: String(value), currency: null } : value),
  },
  boolean: { type: GraphQLBoolean, fits: (value) => typeof value === 'boolean' },
  date: { type: date, fits: isText },
  time: { type: time, fits: isText },
  datetime: { type: dateTime, fits: isText },
  array: anything,
  object: anything,
  json: anything,
};

/** @param dataType of a property */
export const shownAs = (dataType: string): Shown => shown[dataType] ?? text;

export const scalars = { Json, dateTime, wholeNumber };
