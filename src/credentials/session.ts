import type { JWTPayload } from 'jose';
import type { AccessTokens } from './access-token.ts';
import type { RefreshTokens } from './refresh-token.ts';

/** A session as app.session_answer describes it. */
interface SessionContent {
  id: string;
  counter: number;
  user_id: string;
  tenant_id: string;
  expires_in: number;
  aal: string;
  amr: object[];
  email: string | null;
  role: string;
  roles: string[];
  is_anonymous: boolean;
  /** Of a session in which an operator impersonates the user. */
  act?: { sub: 'platform'; key: string };
  /** When such a session ends, in seconds since 1970. */
  ends_at?: number;
}

/** Makes the tokens of an AuthSession from what the database knows about a session. */
export class SessionTokens {
  private readonly access: AccessTokens;
  private readonly refresh: RefreshTokens;

  constructor(access: AccessTokens, refresh: RefreshTokens) {
    this.access = access;
    this.refresh = refresh;
  }

  /**
   * Puts an AuthSession in place of each `{"$session": …, …}` in the answer of an operation that makes sessions
   * (`makesSession` of its row), at the top or under `session`.
   * @param data json text
   */
  async fill(data: string): Promise<string> {
    const answer = JSON.parse(data);
    if (answer.session?.$session) answer.session = await this.authSession(answer.session);
    return JSON.stringify(answer.$session ? await this.authSession(answer) : answer);
  }

  /** AuthSession as the API shows it, with what else the function answered beside it. */
  async authSession({ $session, ...rest }: { $session: SessionContent }): Promise<object> {
    const { id, counter, user_id, tenant_id, email, ends_at, ...more } = $session;
    const { expires_in: longest, ...claims } = more;
    const left = ends_at === undefined ? longest : Math.ceil(ends_at - Date.now() / 1000);
    const expires_in = Math.max(0, Math.min(longest, left));
    const content = {
      tenant: tenant_id,
      user: user_id,
      session: id,
      lifetime: expires_in,
      claims: { ...claims, ...(email ? { email } : {}) } as JWTPayload,
    };
    return {
      access_token: await this.access.sign(content),
      refresh_token: $session.act
        ? null
        : this.refresh.make({ tenant: tenant_id, session: id, counter }),
      token_type: 'bearer',
      expires_in,
      expires_at: new Date(Date.now() + expires_in * 1000).toISOString(),
      ...rest,
    };
  }
}
