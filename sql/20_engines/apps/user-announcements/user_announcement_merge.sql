create or replace function app.user_announcement_merge(p_old app.user_announcements, args jsonb)
returns app.user_announcements
language plpgsql stable as $$
declare
  v_new app.user_announcements := jsonb_populate_record(p_old,
    app.jsonb_pick(args, '{title,body,roles,starts_at,ends_at}'));
  v_role text;
begin
  v_new.body := coalesce(v_new.body, '');
  v_new.ends_at := coalesce(v_new.ends_at, 'infinity');
  if v_new.ends_at <= v_new.starts_at then
    perform app.invalid('ends_at', 'invalid_period', 'must be later than starts_at');
  end if;
  if args->>'roles' is not null then
    v_new.roles := array(select distinct r from unnest(v_new.roles) r order by r);
    foreach v_role in array v_new.roles loop
      perform app.role_check(p_old.tenant_id, v_role, 'roles');
    end loop;
  end if;
  return v_new;
end $$;
comment on function app.user_announcement_merge is
  'An announcement to users with the changes of a request, checked and not stored yet';
