import type { Handler } from '../../../http/handler.ts';
import { functionOf } from '../../../http/route.ts';

/** What shows forms: the function is told where this server is, for `share_url`. */
export const withPlace: Handler = ({ route, run, args, services }) =>
  run(functionOf(route), { ...args, base_url: services.config.baseUrl });
