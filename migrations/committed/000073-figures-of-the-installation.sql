--! Previous: sha1:295c1f84b1ebd4592cfce5cfd7d763c51687a0eb
--! Hash: sha1:23e11e34e8fff4eead83d3e6f7712cfd25edb339
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
