import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import { checkParams } from '../../operations/input.ts';
import type { Route } from '../../operations/route.ts';
import type { Asker, ChangeArgs } from './asker.ts';
import { type Args, asBody, asQuery } from './inputs.ts';
import { fieldName, type Names, typeName } from './names.ts';
import type { ObjectTypes } from './objects.ts';
import { standsFor } from './routes-of.ts';
import { Json } from './scalars.ts';

type Field = GraphQLFieldConfig<unknown, Asker>;

const id = { type: new GraphQLNonNull(GraphQLID) };
const ids = { type: listOf(GraphQLID) };
const records = { type: listOf(Json) };
const properties = { type: Json, description: 'Values by the names of the properties' };
const version = { type: GraphQLInt, description: 'Of the object that the change is for' };
const dryRun = { type: GraphQLBoolean, description: 'Tries it, and leaves everything as it was' };

function listOf<T extends typeof GraphQLID | typeof Json>(type: T) {
  return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));
}

const Deleted = new GraphQLObjectType({
  name: 'Deleted',
  fields: { id: { type: GraphQLID }, deleted: { type: new GraphQLNonNull(GraphQLBoolean) } },
});

const BatchResult = new GraphQLObjectType({
  name: 'BatchResult',
  description: 'The result of a batch. Fields that do not apply are null',
  fields: {
    count: { type: GraphQLInt },
    created: { type: GraphQLInt },
    updated: { type: GraphQLInt },
    ids: { type: new GraphQLList(new GraphQLNonNull(GraphQLID)) },
    results: { type: Json, description: 'Of each item, where the batch is not all or none' },
  },
});

/** A change: the route that it stands for, and which of its arguments are in its body and its query. */
interface Action {
  name: string;
  route: Route;
  answers(types: ObjectTypes): GraphQLOutputType;
  args: GraphQLFieldConfigArgumentMap;
  body?(args: Args): Args;
  query?(args: Args): Args;
  /** Makes of the data of the route what the fields of the answer are read from. */
  read?(data: object): unknown;
}

const record = ({ object }: ObjectTypes): GraphQLOutputType => object;
const batch = (): GraphQLOutputType => BatchResult;
const text = (flag: unknown) => (typeof flag === 'boolean' ? String(flag) : undefined);
const atomic = {
  atomic: { type: GraphQLBoolean, description: 'false: each item separately. Default true' },
};
const askAtomic = (args: Args) => ({ atomic: text(args.atomic) });

const ofOne: Action[] = [
  {
    name: 'create',
    route: standsFor.create,
    answers: record,
    args: { properties },
    body: ({ properties: given }) => ({ properties: given }),
  },
  {
    name: 'update',
    route: standsFor.update,
    answers: record,
    args: { id, properties: { ...properties, type: new GraphQLNonNull(Json) }, version },
    body: ({ properties: given, version: expected }) => ({ properties: given, version: expected }),
  },
  {
    name: 'delete',
    route: standsFor.delete,
    answers: () => Deleted,
    args: {
      id,
      version,
      force: { type: GraphQLBoolean, description: 'With a token: for good' },
      confirmToken: { type: GraphQLString, description: 'Of the error DEPENDENCY_EXISTS' },
    },
    body: ({ version: expected }) => ({ version: expected }),
    query: ({ force, confirmToken }) => ({ force: text(force), confirm_token: confirmToken }),
  },
  { name: 'restore', route: standsFor.restore, answers: record, args: { id } },
];

const ofMany: Action[] = [
  {
    name: 'batchCreate',
    route: standsFor.batchCreate,
    answers: batch,
    args: { objects: { ...records, description: '{properties} of each' }, ...atomic },
    body: ({ objects }) => ({ objects }),
    query: askAtomic,
    read: ({ created, ...rest }: { created?: number }) => ({ ...rest, created, count: created }),
  },
  {
    name: 'batchUpdate',
    route: standsFor.batchUpdate,
    answers: batch,
    args: {
      updates: { ...records, description: '{object_id, properties, version} of each' },
      ...atomic,
    },
    body: ({ updates }) => ({ updates }),
    query: askAtomic,
    read: (data: { object_id: string }[] | { results: object[] }) =>
      Array.isArray(data)
        ? {
            updated: data.length,
            count: data.length,
            ids: data.map(({ object_id }) => object_id),
            results: data,
          }
        : data,
  },
  {
    name: 'batchUpsert',
    route: standsFor.batchUpsert,
    answers: batch,
    args: { matchOn: listArg(), objects: { ...records, description: '{properties} of each' } },
    body: ({ matchOn, objects }) => ({ match_on: matchOn, objects }),
    read: (data: { ids: string[] }) => ({ ...data, count: data.ids.length }),
  },
  {
    name: 'batchDelete',
    route: standsFor.batchDelete,
    answers: batch,
    args: { ids, permanent: { type: GraphQLBoolean } },
    body: ({ ids: object_ids, permanent }) => ({ object_ids, permanent }),
    read: ({ deleted, count }: { deleted: string[]; count: number }) => ({ ids: deleted, count }),
  },
  {
    name: 'batchRestore',
    route: standsFor.batchRestore,
    answers: batch,
    args: { ids },
    body: ({ ids: object_ids }) => ({ object_ids }),
    read: ({ restored, count }: { restored: string[]; count: number }) => ({
      ids: restored,
      count,
    }),
  },
];

function listArg() {
  return {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))),
    description: 'Properties whose values say which object it is',
  };
}

/** The changes of one object type. */
export function changeFields(types: ObjectTypes, names: Names): Record<string, Field> {
  const one = types.object.name;
  const many = typeName(types.listField);
  return Object.fromEntries([
    ...ofOne.map((action) => [names.take(fieldName(action.name + one)), fieldOf(action, types)]),
    ...ofMany.map((action) => [names.take(fieldName(action.name + many)), fieldOf(action, types)]),
  ]);
}

const fieldOf = (
  { route, answers, args, body, query, read }: Action,
  types: ObjectTypes,
): Field => ({
  type: answers(types),
  description: `${route.summary}: ${types.definition.name}`,
  args: { ...args, dryRun },
  resolve: async (_, asked: Args & ChangeArgs, asker, { path }) => {
    const input = {
      ...asQuery(route, query?.(asked) ?? {}),
      ...asBody(route, body?.(asked) ?? {}),
      object_type_id: types.definition.id,
      ...(asked.id === undefined ? {} : { object_id: asked.id }),
    };
    checkParams(typeof asked.id === 'string' ? { object_id: asked.id } : {});
    const data = await asker.change(route, input, asked, String(path.key));
    return read ? read(data as object) : data;
  },
});
