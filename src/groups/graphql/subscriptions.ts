import {
  GraphQLBoolean,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import type { Asker } from './asker.ts';
import { conditionsOf } from './filter.ts';
import type { ObjectTypes } from './objects.ts';
import { Json, scalars } from './scalars.ts';
import type { ObjectRecord } from './steps.ts';

/** An event as app.event_json writes it. */
export interface ChangeEvent {
  id: string;
  type: string;
  timestamp: string;
  seq: string;
  data: Partial<ObjectRecord> & { id: string };
  previous: unknown;
  changed: string[] | null;
  truncated?: boolean;
}

/** The events that a caller subscribes to. */
export interface Wish {
  /** The id of an object type. */
  type: string;
  /** Of one object; of all of the type otherwise. */
  object?: string;
  /** Conditions of the filter language. */
  filter?: unknown[];
  /** The seq of an event: later events of the past are heard as well. */
  since?: string;
}

/** The context of a subscription: resolvers of fields get an asker, those that start a subscription this. */
export interface Listener {
  listen(wish: Wish): Promise<AsyncIterable<ChangeEvent>>;
}

interface ListenArgs {
  id?: string | null;
  filter?: unknown;
  since?: string | null;
}

const required = new GraphQLNonNull(GraphQLString);

const isWhole = (data: ChangeEvent['data']): data is ObjectRecord => data.properties !== undefined;

/** The event of a type as a subscriber sees it. */
const changeOf = (name: string, object: ObjectTypes['object']) =>
  new GraphQLObjectType<ChangeEvent, Asker>({
    name,
    fields: {
      event: {
        type: required,
        description: 'object.created, object.updated, object.deleted, …, object.removed_from_view',
        resolve: ({ type }) => type,
      },
      id: {
        type: new GraphQLNonNull(GraphQLID),
        description: 'Of the object',
        resolve: ({ data }) => data.id,
      },
      object: {
        type: object,
        description: 'As it was left; null where it cannot be seen, or `truncated`',
        resolve: ({ type, data }) =>
          isWhole(data) && type !== 'object.removed_from_view' ? data : null,
      },
      previous: { type: Json, description: 'The previous values of the changed fields' },
      changed: { type: new GraphQLList(required) },
      timestamp: { type: scalars.dateTime },
      seq: { type: required, description: 'For `since`' },
      truncated: {
        type: new GraphQLNonNull(GraphQLBoolean),
        description: 'The event is larger than 20 KB: ask for the object',
        resolve: ({ truncated }) => truncated === true,
      },
    },
  });

/** The field that subscribes to the changes of objects of one type. */
export function changeField(types: ObjectTypes): GraphQLFieldConfigMap<unknown, Asker> {
  const { definition, object } = types;
  const field: GraphQLFieldConfig<unknown, Asker, ListenArgs> = {
    type: new GraphQLNonNull(changeOf(`${object.name}Event`, object)),
    description: `Changes of objects of the type ${definition.name}, as they happen`,
    args: {
      id: { type: GraphQLID, description: 'Only events of this object' },
      filter: { type: Json, description: 'As of the list' },
      since: { type: GraphQLString, description: 'A `seq`: events after it are sent first' },
    },
    subscribe: (_, { id, filter, since }, listener) =>
      (listener as unknown as Listener).listen({
        type: definition.id,
        ...(id == null ? {} : { object: id }),
        ...(filter == null ? {} : { filter: conditionsOf(filter) }),
        ...(since == null ? {} : { since }),
      }),
    resolve: (event) => event,
  };
  const [first = '', ...rest] = object.name;
  return { [`${first.toLowerCase()}${rest.join('')}Changed`]: field };
}
