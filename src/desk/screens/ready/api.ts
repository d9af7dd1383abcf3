import { queryOptions } from '@tanstack/react-query'
import { askServer } from '#desk/lib/supabase.ts'
import { testAnswer } from '#shared/contract/letter-desk.ts'
import { mailConfirmed, readyAnswer } from '#shared/contract/ready.ts'

/** All checks. They ask name servers and our own address, so they are not repeated by themselves. */
export const readyQuery = queryOptions({
  queryKey: ['ready'],
  // The clock of this computer is one of the things that are looked at.
  queryFn: () => askServer(readyAnswer, '/ready/v1/checks', { now: Date.now() }),
  staleTime: 60_000,
})

export const sendMailProof = () => askServer(testAnswer, '/ready/v1/letter', {})
export const confirmMailProof = (code: string) =>
  askServer(mailConfirmed, '/ready/v1/letter/confirmation', { code })
