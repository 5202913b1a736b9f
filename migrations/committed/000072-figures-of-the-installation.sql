--! Previous: sha1:006435085a186bb34ac0691b7f28f3eb994933da
--! Hash: sha1:4a046d2158084bc83170eb85cd3055ebaea8f77d
--! Message: figures of the installation

-- The migration in progress: repeatable until `insula migrate new` commits it.

-- Sums over all tenants cannot be taken each time that Prometheus asks.
drop table if exists app.figures;
create table app.figures (
  name text collate "C" not null,
  label text collate "C" not null,
  value double precision not null,
  counted_at timestamptz not null,
  primary key (name, label)
);
comment on table app.figures is
  'Figures of the installation for /metrics that are too dear to count each time. A worker counts them every ten minutes. Global';
