import { expect, it } from 'vitest';
import { routes } from '../../src/groups/index.ts';
import { isPlatform, mutates, needsOf, type Route } from '../../src/operations/route.ts';

/**
 * The operations that change something and are open to a session in which an operator impersonates a user, by kind. All others
 * are marked `notImpersonated`. A new operation belongs here only if it cannot give anyone a way in, hide what the operator
 * did, or act after the session has ended.
 */
const open: Record<string, string> = {
  'data of the application, as the user sees it':
    'object.* association.* view.* comment.* comment_reaction.* event.track transaction.run transaction.undo graphql.run',
  'files, but not URLs that work without a token': 'file.* collection.* file_tag.*',
  'types of data': 'object_type.* property.* association_type.* invariant.*',
  'rows that are imported, and taken back': 'data.import data.import_undo',
  'what others have set up, run now and with no more than their rights':
    'automation.trigger automation.run_cancel workflow.start workflow.start_alias workflow_run.* function.execute saved_report.run report.run',
  models: 'ai.* ai_conversation.*',
  'messages to people':
    'notification.create email.send email.batch user_announcement.* ticket.create ticket_message.create',
  'errors of the application, as they are dealt with': 'error.update',
  'the end of the session itself': 'auth.signout',
};
const patterns = Object.values(open).flatMap((words) => words.split(' '));
const matches = (id: string) =>
  patterns.filter((one) => one === id || (one.endsWith('.*') && id.startsWith(one.slice(0, -1))));

/** Whether the token of a user counts there at all. */
const takesUsers = (route: Route) =>
  !isPlatform(route) && (route.scope !== 'public' || route.takesToken || route.scopeWithToken);
const changing = routes.filter(
  (route) => takesUsers(route) && (mutates(route) || route.method !== 'GET'),
);

it('each operation that changes something is closed to an impersonated session, or is named as open', () => {
  const undecided = changing.filter((one) => !one.notImpersonated && matches(one.id).length === 0);
  expect(undecided.map(({ id }) => id)).toEqual([]);
  const both = changing.filter(
    ({ id, notImpersonated }) => notImpersonated && patterns.includes(id),
  );
  expect(both.map(({ id }) => id)).toEqual([]);
  const idle = patterns.filter(
    (one) => !changing.some((route) => !route.notImpersonated && matches(route.id).includes(one)),
  );
  expect(idle).toEqual([]);
});

it('exports of everything and SQL are closed to it as well', () => {
  const closed = routes.filter(
    ({ method, notImpersonated }) => method === 'GET' && notImpersonated,
  );
  expect(closed.map(({ id }) => id).toSorted()).toEqual([
    'auth.export',
    'data.export_get',
    'saml.slo',
    'tenant_current.export',
  ]);
  const sql = routes.find(({ id }) => id === 'sql.run');
  expect(sql?.notImpersonated).toBe(true);
});

it('each operation of the groups that the contract names is closed to it', () => {
  const named =
    /^(auth\.(user_|change_|anonymous_link|session_|reauth|invite)|identity|mfa|recovery|passkey|key|role|policy|auth_config|governance|branding|billing|subscription|sandbox|user|saml_provider|tenant_current)[._a-z]/;
  const left = changing.filter(
    ({ id, notImpersonated }) =>
      named.test(id) && !notImpersonated && !id.startsWith('user_announcement.'),
  );
  expect(left.map(({ id }) => id)).toEqual([]);
});

it('a closed operation closes the credential of a caller who came by an open one', () => {
  const [open, closed] = ['graphql.run', 'key.create'].map((id) =>
    needsOf(routes.find((route) => route.id === id) as Route),
  );
  expect({ ...open, ...closed }.impersonable).toBeUndefined();
  expect({ ...closed, ...open }.impersonable).toBe(true);
});
