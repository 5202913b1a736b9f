create or replace function app.announcement_period_check(p_announcement app.announcements)
returns void
language plpgsql immutable as $$
begin
  if p_announcement.ends_at <= p_announcement.starts_at then
    perform app.invalid('ends_at', 'invalid_period', 'must be later than starts_at');
  end if;
end $$;
comment on function app.announcement_period_check is 'Refuses with 400 an announcement that ends before it starts';
