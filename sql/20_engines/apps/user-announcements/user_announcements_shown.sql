create or replace function app.user_announcements_shown(p_tenant text, p_caller jsonb)
returns setof app.user_announcements
language plpgsql stable rows 20 as $$
declare
  v_now timestamptz := now();
  v_roles text[] := array(select jsonb_array_elements_text(p_caller->'roles'));
begin
  return query
  select a.* from app.user_announcements a
  where a.tenant_id = p_tenant and a.ends_at > v_now and a.starts_at <= v_now
    and (a.roles is null or a.roles && v_roles);
end $$;
comment on function app.user_announcements_shown is
  'The announcements that a user sees now: those that have started and not ended, for everyone or for a role that the user has';
