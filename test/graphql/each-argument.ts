import {
  buildClientSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Client } from '../support/api.ts';
import { dataOf } from './ask.ts';

/** A question with one text wherever its arguments take one. */
export interface Asked {
  title: string;
  query: string;
  variables(text: string): Record<string, unknown>;
}

type Root = 'query' | 'mutation';

/** The schema that a caller is shown. */
export const schemaOf = async (api: Client): Promise<GraphQLSchema> =>
  buildClientSchema(await dataOf(api, getIntrospectionQuery()));

/** Every field of a root type, with only its required arguments, and with each of the others. */
export function eachArgument(schema: GraphQLSchema, root: Root): Asked[] {
  const type = root === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(type?.getFields() ?? {}).flatMap((field) => {
    const required = field.args.filter(isRequiredArgument);
    const others = field.args.filter(
      (arg) => !isRequiredArgument(arg) && filled(arg, '') !== undefined,
    );
    return [undefined, ...others].map((other) =>
      questionOf(root, field, other ? [...required, other] : required, other?.name),
    );
  });
}

function questionOf(
  root: Root,
  field: GraphQLField<unknown, unknown>,
  args: GraphQLArgument[],
  other = 'what it needs',
): Asked {
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = selectionOf(field.type);
  return {
    title: `${field.name} with ${other}`,
    query: args.length
      ? `${root} (${declared}) { ${field.name}(${passed}) ${selection} }`
      : `${root} { ${field.name} ${selection} }`,
    variables: (text) => Object.fromEntries(args.map((arg) => [arg.name, filled(arg, text)])),
  };
}

/** A value of an argument that holds the text; undefined where it takes none. */
function filled({ name, type }: GraphQLArgument, text: string): unknown {
  const inner = isNonNullType(type) ? type.ofType : type;
  const value = {
    ID: text,
    String: text,
    JSON: {
      filter: { id: text },
      properties: { title: text },
      updates: { object_id: text, properties: { title: text } },
      objects: { properties: { title: text } },
    }[name],
  }[getNamedType(type).name];
  return isListType(inner) && value !== undefined ? [value] : value;
}

/** All of a record, and of a list its records. */
function selectionOf(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap(({ name, type: of }) => {
    if (isLeafType(getNamedType(of))) return name;
    return name === 'nodes' || getNamedType(of).name === 'Money'
      ? `${name} ${selectionOf(of)}`
      : [];
  });
  return `{ ${fields.join(' ')} }`;
}
