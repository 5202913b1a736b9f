import type { Before } from '../../../operations/operation.ts';

/** What shows forms: the function is told where this server is, for `share_url`. */
export const withPlace: Before<object> = ({ services }, args) => ({
  ...args,
  base_url: services.config.baseUrl,
});
