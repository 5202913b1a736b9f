import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../ground/errors.ts';

/**
 * Requires that a form was posted by a page of this very host: another site's page could press the button for its reader.
 * Browsers send it in Sec-Fetch-Site, older ones by Origin.
 * @throws 403 FORBIDDEN
 */
export function requireOwnPage({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  const isOwn = site
    ? site === 'same-origin'
    : URL.parse(headers.origin ?? '')?.host === headers.host?.toLowerCase();
  if (!isOwn)
    throw new ApiError('FORBIDDEN', 'This form was not sent by the page that belongs to it.');
}
