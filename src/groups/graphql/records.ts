import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import { z } from 'zod';
import { scalars } from './scalars.ts';

interface JsonSchema {
  type?: string;
  format?: string;
  description?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
}

/** Returns the type of a record of the API, from the shape that its routes answer with. */
export function recordType(name: string, shape: z.ZodObject): GraphQLObjectType {
  const schema = z.toJSONSchema(shape, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
    // Of named shapes too: no references.
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
    },
    metadata: z.registry<Record<string, unknown>>(),
  }) as JsonSchema;
  return new GraphQLObjectType({
    name,
    fields: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([field, property]) => [
        field,
        { type: typeOf(property) },
      ]),
    ),
  });
}

function typeOf(schema: JsonSchema): GraphQLOutputType {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (only) return others.length === 0 ? typeOf(only) : scalars.Json;
  if (schema.type === 'string')
    return schema.format === 'date-time' ? scalars.dateTime : GraphQLString;
  if (schema.type === 'integer') return scalars.wholeNumber;
  if (schema.type === 'number') return GraphQLFloat;
  if (schema.type === 'boolean') return GraphQLBoolean;
  if (schema.type === 'array' && schema.items?.type === 'string')
    return new GraphQLList(new GraphQLNonNull(GraphQLString));
  return scalars.Json;
}

export const PageInfo = new GraphQLObjectType({
  name: 'PageInfo',
  fields: {
    hasNextPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    hasPreviousPage: { type: new GraphQLNonNull(GraphQLBoolean) },
    startCursor: { type: GraphQLString },
    endCursor: {
      type: GraphQLString,
      description: 'For `after`. On the last page null, unless other cursors are asked for',
    },
  },
});

/** The fields that say how many there are on all pages. */
export const counts = {
  totalCount: { type: GraphQLInt, description: 'How many there are on all pages together' },
  totalIsExact: { type: GraphQLBoolean, description: 'false: there are more than totalCount' },
};
