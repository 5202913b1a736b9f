import { beforeEach, describe, expect, it } from 'vitest';
import { earlier } from '../support/earlier.ts';
import { forgetLimits, lastMessage, messagesTo } from '../support/mailbox.ts';
import { useServer } from '../support/use-server.ts';
import { type SignedUp, signUp } from '../support/users.ts';
import { createPlace, expired, outcome, type Place, wrong } from './signin-support.ts';

/** A thief has an access token of Ada's, and nothing else. */

const server = useServer();
let at: Place;
let ada: SignedUp;
beforeEach(async () => {
  at = await createPlace(server);
  await forgetLimits(server);
  ada = await signUp(at.api);
});

const user = '/v1/auth/user';
let count = 0;
const newEmail = () => `undo${++count}@example.com`;
const newPhone = () => `+1415557${String(++count).padStart(4, '0')}`;
const me = async () => (await at.api.get(`/v1/users/${ada.user.id}`)).body.data;
const verified = () =>
  server.db.query('update app.users set email_verified_at = now() where id = $1', [ada.user.id]);
const agedSession = () =>
  server.db.query(
    `update app.sessions set created_at = ${earlier('created_at', "interval '25 hours'")} where user_id = $1`,
    [ada.user.id],
  );
/** Changes an address with an access token, and proves the new one. */
async function change(channel: 'email' | 'phone', to: string, client = ada.client) {
  await forgetLimits(server);
  expect((await client.patch(user, { [channel]: to })).status).toBe(200);
  const { otp: token } = await lastMessage(server, to);
  const answer = await at.post('otp/verify', { type: `${channel}_change`, [channel]: to, token });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.data;
}
const undoOf = async (recipient: string) => {
  const { token, variables } = await lastMessage(server, recipient);
  return () => at.post('otp/verify', { type: variables.type, token });
};

describe('a stolen access token', () => {
  it('changes no email: a password reset still goes to the old address', async () => {
    const mine = newEmail();
    const { body } = await ada.client.patch(user, { email: mine });
    expect(body.data).toMatchObject({ email: ada.email, pending_email: mine });
    await forgetLimits(server);
    await at.post('forgot-password', { email: mine });
    const sent = (await messagesTo(server, mine)).map(({ template }) => template);
    expect(sent).toEqual(['email_change']);
  });

  it.each(['email', 'phone'])('of an old session needs a nonce for a new %s', async (channel) => {
    await agedSession();
    const body = { [channel]: channel === 'email' ? newEmail() : newPhone() };
    const missing = await ada.client.patch(user, body);
    expect([...outcome(missing), missing.body.error.param]).toEqual([
      400,
      'VALIDATION_ERROR',
      'nonce',
    ]);
    await ada.client.post('/v1/auth/reauthenticate');
    const { otp: nonce } = await lastMessage(server, ada.email);
    const bad = await ada.client.patch(user, { ...body, nonce: wrong(nonce) });
    expect(outcome(bad)).toEqual(expired);
    expect((await ada.client.patch(user, { ...body, nonce })).status).toBe(200);
    expect((await me())[`pending_${channel}`]).toBe(body[channel]);
    expect((await ada.client.patch(user, { email: ada.email })).status).toBe(200);
  });
});

describe('a pending address', () => {
  it('blocks no one: another user can sign up with it, and the one who waited is notified', async () => {
    const email = newEmail();
    await ada.client.patch(user, { email });
    const { token } = await lastMessage(server, email);
    await signUp(at.api, { email });
    const answer = await at.post('otp/verify', { type: 'email_change', token });
    expect(outcome(answer)).toEqual([409, 'ALREADY_EXISTS']);
    expect(await me()).toMatchObject({ email: ada.email });
  });

  it.each(['code', 'link'])('wanted by two users goes to the first proof, by %s', async (by) => {
    const bob = await signUp(at.api);
    const email = newEmail();
    const proofs = [];
    for (const { client } of [ada, bob]) {
      await forgetLimits(server);
      expect((await client.patch(user, { email })).status).toBe(200);
      proofs.push(await lastMessage(server, email));
    }
    const [first, second] = proofs.map(({ otp, token }) =>
      by === 'code' ? { email, token: otp } : { token },
    );
    const won = await at.post('otp/verify', { type: 'email_change', ...first });
    expect(won.body.data.user).toMatchObject({ id: ada.user.id, email });
    const lost = await at.post('otp/verify', { type: 'email_change', ...second });
    expect(outcome(lost)).toEqual([409, 'ALREADY_EXISTS']);
    expect((await bob.client.get(user)).body.data.email).toBe(bob.email);
  });
});

describe('the owner of the old email', () => {
  it('undoes the change: sessions and password end, and the link signs in', async () => {
    await verified();
    const thief = at.api.as((await change('email', newEmail())).access_token);
    const password = 'of the thief now';
    expect((await thief.patch(user, { password })).status).toBe(200);
    const undo = await undoOf(ada.email);
    const { status, body } = await undo();
    expect([status, body.data.user]).toMatchObject([
      200,
      { id: ada.user.id, email: ada.email, email_verified: true, pending_email: null },
    ]);
    for (const client of [thief, ada.client])
      expect(outcome(await client.get(user))).toEqual([401, 'SESSION_REVOKED']);
    expect((await at.post('signin', { email: ada.email, password })).status).toBe(401);
    expect(await at.whoIs(body.data)).toMatchObject({ email: ada.email });
    expect(outcome(await undo())).toEqual(expired);
  });

  it('undoes the change even if the email was never verified', async () => {
    await change('email', newEmail());
    const { body } = await (await undoOf(ada.email))();
    expect(body.data.user).toMatchObject({ email: ada.email, email_verified: true });
  });

  it('undoes what the same session changed as well: the phone and a second email', async () => {
    await verified();
    const [thiefs, more, phone] = [newEmail(), newEmail(), newPhone()];
    await change('phone', phone);
    const told = await lastMessage(server, ada.email);
    expect([told.template, told.variables.new_phone]).toEqual(['phone_changed', phone]);
    await change('email', thiefs);
    const undo = await undoOf(ada.email);
    await change('email', more);
    const thiefsUndo = await undoOf(thiefs);
    expect((await undo()).body.data.user).toMatchObject({ email: ada.email, phone: null });
    expect(outcome(await thiefsUndo())).toEqual(expired);
    expect(await me()).toMatchObject({ email: ada.email, phone: null });
  });

  it('loses what was set up since that session began, and keeps what existed before', async () => {
    await verified();
    const planted = (at_: string) =>
      server.db.query(
        `with f as (insert into app.mfa_factors (tenant_id, id, user_id, friendly_name, secret, verified_at)
           values ($1, app.new_id('mfa'), $2, $3::text, 's', now() + $3::text::interval)),
         p as (insert into app.passkeys (tenant_id, id, user_id, credential_id, public_key, created_at)
           values ($1, app.new_id('pk'), $2, $3::text, '\\x00', now() + $3::text::interval))
         insert into app.identities (tenant_id, id, user_id, provider, subject, created_at)
         values ($1, app.new_id('idn'), $2, 'google', $3::text, now() + $3::text::interval)`,
        [at.api.tenant.id, ada.user.id, at_],
      );
    await ada.client.patch(user, { email: newEmail() });
    const waiting = (await me()).pending_email;
    await planted('-1 day');
    await planted('0 s');
    const { token } = await lastMessage(server, waiting);
    await at.post('otp/verify', { type: 'email_change', token });
    expect(outcome(await (await undoOf(ada.email))())).toEqual([401, 'MFA_REQUIRED']);
    const { rows } = await server.db.query(
      `select friendly_name as kept from app.mfa_factors where user_id = $1
       union all select credential_id from app.passkeys where user_id = $1
       union all select subject from app.identities where user_id = $1`,
      [ada.user.id],
    );
    expect(rows.map(({ kept }) => kept)).toEqual(Array(3).fill('-1 day'));
    expect((await me()).email).toBe(ada.email);
  });

  it('gets the address back from a sign-up made to block it, but not from one that verified it', async () => {
    await verified();
    await change('email', newEmail());
    const undo = await undoOf(ada.email);
    const blocker = await signUp(at.api, { email: ada.email });
    expect((await undo()).status).toBe(200);
    expect((await blocker.client.get(user)).body.data.email).toBeNull();

    await change('email', newEmail(), at.api.as((await signInAgain()).access_token));
    const again = await undoOf(ada.email);
    await forgetLimits(server);
    await at.post('magic-link', { email: ada.email });
    const { token } = await lastMessage(server, ada.email);
    expect((await at.post('magic-link/verify', { token })).body.data.user.id).not.toBe(ada.user.id);
    expect(outcome(await again())).toEqual([409, 'ALREADY_EXISTS']);
  });

  const signInAgain = async () => {
    await forgetLimits(server);
    await at.post('otp', { email: ada.email });
    const { otp } = await lastMessage(server, ada.email);
    return (await at.post('otp/verify', { type: 'email', email: ada.email, token: otp })).body.data;
  };

  it('can undo the change for seven days', async () => {
    await change('email', newEmail());
    const age = async (interval: string) => {
      const { rows } = await server.db.query(
        'select expires_at - $2::interval as earlier from app.auth_tokens where recipient = $1',
        [ada.email, interval],
      );
      await server.db.query('update app.auth_tokens set expires_at = $2 where recipient = $1', [
        ada.email,
        rows[0].earlier,
      ]);
    };
    await age('6 days 23 hours');
    const { rows } = await server.db.query(
      'select expires_at > now() as live from app.auth_tokens where recipient = $1',
      [ada.email],
    );
    expect(rows).toEqual([{ live: true }]);
    await age('2 hours');
    expect(outcome(await (await undoOf(ada.email))())).toEqual(expired);
  });

  it('is told, but cannot undo, when an administrator changes it, which also ends older links', async () => {
    await change('email', newEmail());
    const undo = await undoOf(ada.email);
    const current = (await me()).email;
    await at.api.patch(`/v1/users/${ada.user.id}`, { email: newEmail() });
    const { template, token } = await lastMessage(server, current);
    expect([template, token]).toEqual(['email_changed', undefined]);
    expect(outcome(await undo())).toEqual(expired);
  });
});

describe('the owner of the old phone', () => {
  it('undoes the change', async () => {
    const [old, thiefs] = [newPhone(), newPhone()];
    await change('phone', old);
    await change('phone', thiefs);
    const { channel, template } = await lastMessage(server, old);
    expect([channel, template]).toEqual(['sms', 'phone_changed']);
    const { body } = await (await undoOf(old))();
    expect(body.data.user).toMatchObject({ id: ada.user.id, phone: old, phone_verified: true });
  });
});
