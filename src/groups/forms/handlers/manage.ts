import type { Handler } from '../../../http/handler.ts';
import { functionOf } from '../../../http/route.ts';

/** Tells the function where this server is, for the `share_url` of forms. */
export const withPlace: Handler = ({ route, run, args, services }) =>
  run(functionOf(route), { ...args, base_url: services.config.baseUrl });
