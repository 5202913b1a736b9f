import { z } from 'zod';

/** They belong to the connection, name the host, or give the length of the body: the sender of the request sets them. */
const connection =
  /^(host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect|http2-settings)$/i;
/** They name the cause of a call: see Causes. */
const causes = /^x-insula-/i;

/** Whether a header is one that no request may set by itself. */
export const isOfConnection = (name: string): boolean => connection.test(name);

/** Whether a header is one that a tenant may not set on calls that are made for it. */
export const isForbidden = (name: string): boolean => isOfConnection(name) || causes.test(name);

/** A name of a header (RFC 9110, 5.6.2). */
export const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** The value of a header, or one that is a secret whatever its name says: see src/credentials/secret-headers.ts. */
export const headerValue = z
  .union([z.string().max(4000), z.object({ secret: z.string().min(1).max(4000) })])
  .meta({
    description:
      'A text, or `{"secret": "…"}` for one that is stored encrypted and shown masked. Authorization, Cookie and names with key, token, secret or signature are always treated as secrets',
  });

/** Its text. */
export const textOfHeader = (value: z.infer<typeof headerValue>): string =>
  typeof value === 'string' ? value : value.secret;
