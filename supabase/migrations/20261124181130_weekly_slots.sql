revoke all (weekly_capacity) on table public.desk_settings from backline_upkeep;
grant select (weekly_capacity) on table public.desk_settings to backline_upkeep;
