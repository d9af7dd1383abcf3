import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authInWords } from '#desk/lib/auth-words.ts'
import pieces from '#desk/lib/pieces.module.css'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { makeRecoveryCodes, recoveryKey } from './api.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import css from './second-factor.module.css'

interface NewRecoveryCodesProps {
  /** The account that the codes belong to. */
  email: string
  /** Called when the codes are saved, or when the project does not offer them. */
  children: (hasCodes: boolean) => ReactNode
}

/** Replaces the recovery codes, and shows the new ones this once. */
export function NewRecoveryCodes({ email, children }: NewRecoveryCodesProps) {
  const queryClient = useQueryClient()
  // A query, so that two renders create one set; it is not cached after unmounting.
  const made = useQuery({
    queryKey: ['second-factor', 'new-recovery-codes'],
    queryFn: async () => {
      const codes = await makeRecoveryCodes()
      void queryClient.invalidateQueries({ queryKey: recoveryKey })
      return codes
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  if (made.isError) {
    return (
      <div className={`${layout.stack} ${pieces.problem} ${css.problem}`} role="alert">
        <p>{authInWords(made.error)}</p>
        <Button size="small" onClick={() => void made.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (made.data === undefined) return <Bones lines={3} label="Making the codes" />
  if (made.data === null) {
    return (
      <>
        <p>
          This server gives no recovery codes. Add a second device in My account instead, so that the loss of
          the first does not lock you out.
        </p>
        {children(false)}
      </>
    )
  }
  return (
    <>
      <RecoverySheet codes={made.data} email={email} />
      {children(true)}
    </>
  )
}
