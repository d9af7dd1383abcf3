import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { messageRecordSchema } from '#shared/contract/desk-records.ts'

/** All of one message. The reading is recorded. */
export const messageRecord = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'record', id],
    queryFn: async () =>
      v.parse(messageRecordSchema, dataOf(await supabase.rpc('read_message', { message: id }))),
  })
