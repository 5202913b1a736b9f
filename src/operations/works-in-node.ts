/** The members of a row that show whether Node has work to do for it. */
export interface WorkedRoute {
  id: string;
  handler?: unknown;
  before?: unknown;
  after?: unknown;
}

/** Whether Node has work to do around the SQL function, or in place of it. */
export const worksInNode = ({ handler, before, after }: WorkedRoute): boolean =>
  (handler ?? before ?? after) !== undefined;
