import type { Route } from '../../operations/route.ts';
import type { Group } from '../../tools/manifest/group.ts';
import { auth } from '../auth/index.ts';
import { files } from '../files/index.ts';
import { objects } from '../objects/index.ts';
import { users } from '../users/index.ts';

const routeOf = (group: Group, id: string): Route => {
  const route = group.routes.find((one) => one.id === id);
  if (!route) throw new Error(`there is no route ${id}`);
  return route;
};

/** The routes that fields stand for: a field takes what its route takes, and needs the same right. */
export const standsFor = {
  list: routeOf(objects, 'object.list'),
  search: routeOf(objects, 'object.search'),
  get: routeOf(objects, 'object.get'),
  create: routeOf(objects, 'object.create'),
  update: routeOf(objects, 'object.update'),
  delete: routeOf(objects, 'object.delete'),
  restore: routeOf(objects, 'object.restore'),
  batchCreate: routeOf(objects, 'object.batch_create'),
  batchUpdate: routeOf(objects, 'object.batch_update'),
  batchUpsert: routeOf(objects, 'object.batch_upsert'),
  batchDelete: routeOf(objects, 'object.batch_delete'),
  batchRestore: routeOf(objects, 'object.batch_restore'),
  me: routeOf(auth, 'auth.user'),
  file: routeOf(files, 'file.get'),
  files: routeOf(files, 'file.search'),
  user: routeOf(users, 'user.get'),
  users: routeOf(users, 'user.list'),
};
