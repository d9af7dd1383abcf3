import { expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { statementName } from './statement-name.ts'

it(
  'is its verb and its table',
  eachOf(
    [
      ['select private.read_metrics() as read', 'select private.read_metrics'],
      ['select * from private.settle_outbox_items($1, $2)', 'select private.settle_outbox_items'],
      ['  insert into auth.audit_log_entries (payload) values ($1)', 'insert auth.audit_log_entries'],
      ['UPDATE auth.sessions SET refreshed_at = $1', 'update auth.sessions'],
      ["delete from public.days_off where note = 'ada@example.com'", 'delete public.days_off'],
      ["select 'ada@example.com'", 'select'],
      ["select 'a call from ada', 'it''s from bob'", 'select'],
      ['insert into "public"."contact_messages" ("name") values ($1)', 'insert public.contact_messages'],
      ['', 'statement'],
    ],
    (text, name) => {
      expect(statementName(text)).toBe(name)
    },
  ),
)
