create or replace function worker.auth_expire()
returns void
language plpgsql volatile as $$
declare
  v_now timestamptz := clock_timestamp();
  v_day timestamptz := v_now - interval '1 day';
  v_tenant text := '';
begin
  -- From one tenant that has rows to the next, as worker.housekeeping does.
  loop
    select t.tenant_id into v_tenant from app.auth_tokens t
    where t.tenant_id > v_tenant order by t.tenant_id limit 1;
    exit when not found;
    -- A day longer: /v1/auth/resend still knows what it was for.
    delete from app.auth_tokens t where t.tenant_id = v_tenant and t.expires_at < v_day;
  end loop;
  v_tenant := '';
  loop
    select c.tenant_id into v_tenant from app.auth_challenges c
    where c.tenant_id > v_tenant order by c.tenant_id limit 1;
    exit when not found;
    delete from app.auth_challenges c where c.tenant_id = v_tenant and c.expires_at < v_now;
  end loop;
  v_tenant := '';
  loop
    select c.tenant_id into v_tenant from app.auth_counters c
    where c.tenant_id > v_tenant order by c.tenant_id limit 1;
    exit when not found;
    -- No window is longer than an hour.
    delete from app.auth_counters c where c.tenant_id = v_tenant and c.started_at < v_day
      and coalesce(c.locked_until < v_now, true);
  end loop;
  v_tenant := '';
  loop
    select a.tenant_id into v_tenant from app.saml_assertions a
    where a.tenant_id > v_tenant order by a.tenant_id limit 1;
    exit when not found;
    delete from app.saml_assertions a where a.tenant_id = v_tenant and a.expires_at < v_day;
  end loop;
end $$;
comment on function worker.auth_expire is
  'Once an hour: what sign-ins have left away: messages'' tokens, steps of sign-ins, counted tries, '
  'SAML assertions that were taken';
