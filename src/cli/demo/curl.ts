/** A call that the demo makes and shows. */
export interface Call {
  method: string;
  path: string;
  body?: object;
  /** Shows the headers of the answer too (curl -i). */
  withHeaders?: boolean;
}

/** The call as a line for a shell, token included. */
export function curl(url: string, token: string, call: Call): string {
  const { method, path, body, withHeaders } = call;
  return [
    'curl',
    ...(withHeaders ? ['-i'] : []),
    ...(method === 'GET' ? [] : ['-X', method]),
    quote(url + path),
    '-H',
    quote(`Authorization: Bearer ${token}`),
    ...(body
      ? ['-H', quote('Content-Type: application/json'), '-d', quote(JSON.stringify(body))]
      : []),
  ].join(' ');
}

/** One word for a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** One line that deletes in two steps: the inner call is refused with a confirm_token, the outer one sends it. */
export function confirmedDelete(url: string, token: string, path: string): string {
  const header = `-H ${quote(`Authorization: Bearer ${token}`)}`;
  const first = `curl -s -X DELETE ${quote(url + path)} ${header} | grep -o 'ct_[0-9A-Za-z]*'`;
  return `curl -X DELETE ${quote(`${url}${path}?force=true&confirm_token=`)}$(${first}) ${header}`;
}

/** Undoes the newest transaction with an association: in a separate shell, which does not remember which that was. */
export function undoLast(url: string, token: string): string {
  const header = `-H ${quote(`Authorization: Bearer ${token}`)}`;
  const logs = `${url}/v1/audit-logs?action=association.created&limit=1`;
  const last = `curl -s ${quote(logs)} ${header} | sed -E 's/.*"tx_id" ?: ?"([^"]+)".*/\\1/'`;
  return `curl -X POST ${quote(`${url}/v1/transactions/`)}$(${last})/undo ${header}`;
}
