import { GraphQLObjectType, GraphQLSchema, specifiedScalarTypes } from 'graphql';
import type { Asker } from './asker.ts';
import type { Definition } from './definition.ts';
import { changeFields } from './mutations.ts';
import { Names } from './names.ts';
import { ObjectInterface, type ObjectTypes, objectTypes } from './objects.ts';
import { houseFields, objectFields } from './queries.ts';
import { changeField } from './subscriptions.ts';

/** The names of types that every schema has, or may have. */
const ownTypes = [
  ...specifiedScalarTypes.map(({ name }) => name),
  ...'Query Mutation Subscription Object ObjectLinkConnection ObjectLinkEdge'.split(' '),
  ...'Me User UserConnection File FileConnection PageInfo Money Order Direction'.split(' '),
  ...'JSON DateTime Date Time WholeNumber Deleted BatchResult ObjectChange'.split(' '),
];

/** Makes the schema of a tenant from its object types and the names of its associations. */
export function makeSchema({ types: definitions, associations }: Definition): GraphQLSchema {
  const names = { types: new Names(ownTypes), fields: new Names(Object.keys(houseFields)) };
  const types = objectTypes(definitions, associations, names);
  const query = new GraphQLObjectType<unknown, Asker>({
    name: 'Query',
    fields: Object.assign({}, ...types.map(objectFields), houseFields),
  });
  return new GraphQLSchema({
    query,
    ...(types.length > 0
      ? { mutation: mutationOf(types), subscription: subscriptionOf(types) }
      : {}),
    types: [ObjectInterface, ...types.map(({ object }) => object)],
    extensions: { typeNames: new Map(types.map((one) => [one.definition.id, one.object.name])) },
  });
}

function mutationOf(types: ObjectTypes[]): GraphQLObjectType<unknown, Asker> {
  const names = new Names();
  return new GraphQLObjectType<unknown, Asker>({
    name: 'Mutation',
    fields: Object.assign({}, ...types.map((one) => changeFields(one, names))),
  });
}

const subscriptionOf = (types: ObjectTypes[]): GraphQLObjectType<unknown, Asker> =>
  new GraphQLObjectType<unknown, Asker>({
    name: 'Subscription',
    fields: Object.assign({}, ...types.map(changeField)),
  });
