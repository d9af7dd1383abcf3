#!/bin/sh
# Makes the user who serves; the owner is the superuser of the container. PostgreSQL's image runs this once, on an empty volume.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$SERVING_PASSWORD" --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" <<'SQL'
create role backline login noinherit password :'password';
SQL
