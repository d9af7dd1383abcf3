#!/bin/sh
# Creates the login for requests; the owner is the container's superuser. The PostgreSQL image runs this once, on an empty volume.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$SERVING_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" <<'SQL'
create role backline login noinherit password :'password';
SQL
