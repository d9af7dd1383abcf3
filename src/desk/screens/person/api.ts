import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf, Failure } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { personRecordSchema } from '#shared/contract/desk-records.ts'

const addressSchema = v.object({ email: v.string() })

/** Everything about the person who sent this booking or message. Each reading is recorded in the log. */
export const personQuery = (of: { booking?: string | undefined; message?: string | undefined }) =>
  queryOptions({
    queryKey: ['person', of],
    queryFn: async () => {
      const id = of.booking ?? of.message
      if (!id) throw new Failure('The address says no person.', 404)
      const table = of.booking ? 'strategy_call_bookings' : 'contact_messages'
      const row = dataOf(await supabase.from(table).select('email').eq('id', id).limit(1))
      const [found] = v.parse(v.array(addressSchema), row)
      if (!found) throw new Failure('This person is not here any more: erased, or too old to be kept.', 404)
      return v.parse(personRecordSchema, dataOf(await supabase.rpc('read_person', { address: found.email })))
    },
  })
