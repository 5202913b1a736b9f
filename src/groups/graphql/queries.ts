import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLString,
} from 'graphql';
import { toApiError } from '../../db/errors.ts';
import { checkParams } from '../../operations/input.ts';
import { AuthUser } from '../../tools/sign-in/shapes.ts';
import { FileRecord } from '../files/shapes.ts';
import { User } from '../users/shapes.ts';
import type { Asker } from './asker.ts';
import { conditionsOf } from './filter.ts';
import { type Args, asBody, asQuery, given } from './inputs.ts';
import { listOf, type ObjectTypes, pageArgs, pageSizes } from './objects.ts';
import {
  type Listed,
  listConnection,
  type ObjectPage,
  offsetConnection,
  offsetOf,
  type PageArgs,
} from './pages.ts';
import { counts, PageInfo, recordType } from './records.ts';
import { standsFor } from './routes-of.ts';
import { Json, Order } from './scalars.ts';
import { selected } from './selection.ts';

type Field = GraphQLFieldConfig<unknown, Asker>;

const requiredId = { id: { type: new GraphQLNonNull(GraphQLID) } };

const pageOf = (name: string, node: GraphQLObjectType) =>
  new GraphQLObjectType({
    name: `${name}Connection`,
    fields: {
      nodes: { type: listOf(node) },
      pageInfo: { type: new GraphQLNonNull(PageInfo) },
      ...counts,
    },
  });

const Me = recordType('Me', AuthUser);
const UserType = recordType('User', User);
const FileType = recordType('File', FileRecord);

/** Answers null for what is not there, or not to be seen. */
const orNull = async <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: unknown) => {
    if (toApiError(error).code === 'NOT_FOUND') return null;
    throw error;
  });

const isCounted = (wanted: Set<string>) => wanted.has('totalCount') || wanted.has('totalIsExact');

/** Fields that do not depend on object types. */
export const houseFields: GraphQLFieldConfigMap<unknown, Asker> = {
  me: {
    type: Me,
    description: 'The signed-in user; null for an API key',
    resolve: (_, __, asker) => (asker.isUser ? asker.alone(standsFor.me, {}) : null),
  },
  file: {
    type: FileType,
    args: requiredId,
    resolve: (_, { id }: { id: string }, { reads }) => {
      checkParams({ file_id: id });
      return orNull(reads.ask(standsFor.file, { file_id: id }));
    },
  },
  files: {
    type: pageOf('File', FileType),
    args: {
      filter: { type: Json, description: 'The body of POST /v1/files/search' },
      ...pageArgs(pageSizes.list),
    },
    resolve: async (_, { filter, first, after }: PageArgs & Args, { reads }, info) => {
      const count = isCounted(selected(info)) ? {} : { count: 'none' };
      const page = { limit: first, cursor: after, ...count };
      const args = asBody(standsFor.files, { ...(filter as object | null), ...page });
      return listConnection(await reads.ask<Listed>(standsFor.files, args), { after });
    },
  },
  user: {
    type: UserType,
    args: requiredId,
    resolve: (_, { id }: { id: string }, { reads }) => {
      checkParams({ user_id: id });
      return orNull(reads.ask(standsFor.user, { user_id: id }));
    },
  },
  users: {
    type: pageOf('User', UserType),
    args: {
      search: { type: GraphQLString, description: 'Searches email, phone and name; or an id' },
      role: { type: GraphQLString },
      ...pageArgs(pageSizes.list),
    },
    resolve: async (_, { first, after, ...rest }: PageArgs & Args, { reads }) => {
      const offset = offsetOf({ after });
      const args = asQuery(standsFor.users, { ...rest, limit: first, offset });
      const { users, total, total_relation } = await reads.ask<{
        users: unknown[];
        total: number;
        total_relation: 'eq' | 'gte';
      }>(standsFor.users, args);
      return offsetConnection(users, total, total_relation, offset);
    },
  },
};

/** The two fields of the query that read objects of one type. */
export const objectFields = ({
  definition: { id: type, name },
  object,
  connection,
  listField,
  getField,
}: ObjectTypes): Record<string, Field> => ({
  [getField]: {
    type: object,
    description: `One of ${name}; null if it does not exist, is in the trash or cannot be seen`,
    args: requiredId,
    resolve: (_, { id }: { id: string }, { reads }) => {
      checkParams({ object_id: id });
      return orNull(reads.ask(standsFor.get, { object_type_id: type, object_id: id }));
    },
  },
  [listField]: {
    type: connection,
    description: `Objects of the type ${name}, the newest first unless sorted`,
    args: {
      filter: {
        type: Json,
        description: 'Conditions by property, {age: {gte: 40}, or: […]}: see docs/data/filters.md',
      },
      query: { type: GraphQLString, description: 'Words anywhere in the text of the object' },
      sort: { type: GraphQLString, description: 'A property, or id, created_at, updated_at, …' },
      order: { type: Order },
      ...pageArgs(pageSizes.list),
    },
    resolve: (_, args: PageArgs & Args, { reads }, info) => readList(type, args, reads, info),
  },
});

async function readList(
  type: string,
  { filter, query, sort, order, first, after }: PageArgs & Args,
  reads: Asker['reads'],
  info: GraphQLResolveInfo,
) {
  const wanted = selected(info);
  const count = isCounted(wanted) ? {} : { count: 'none' };
  const page = { sort, order, limit: first, cursor: after, ...count };
  const filters = filter == null ? [] : conditionsOf(filter);
  const found = given({ filters: filters.length > 0 ? filters : null, query });
  const isSearch = Object.keys(found).length > 0;
  const route = isSearch ? standsFor.search : standsFor.list;
  const args = isSearch ? asBody(route, { ...found, ...page }) : asQuery(route, page);
  const hasCursors = wanted.has('edges.cursor') || wanted.has('pageInfo.startCursor');
  const answer = await reads.ask<ObjectPage>(route, {
    ...args,
    object_type_id: type,
    ...(hasCursors ? { has_cursors: true } : {}),
  });
  return listConnection(answer, { after });
}
