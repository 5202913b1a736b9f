import type { Before } from '../../../operations/operation.ts';

/** Adds the address of this server, from which the function makes `share_url`. */
export const withPlace: Before<object> = ({ services }, args) => ({
  ...args,
  base_url: services.config.baseUrl,
});
