import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { brand } from '#content/brand.ts'
import { authErrorMessage } from '#desk/lib/auth-words.ts'
import { saveFile } from '#desk/lib/csv.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { serverNow } from '#desk/lib/server-clock.ts'
import { longDay } from '#desk/lib/times.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { recoveryKey, requestRecoveryCodes } from './api.ts'
import { CopyButton, groupCharacters } from './device-setup.tsx'
import css from './second-factor.module.css'

interface NewRecoveryCodesProps {
  /** The email address of the codes' owner. */
  email: string
  /** The content below the codes. */
  children: ReactNode
}

/** Replaces the recovery codes, and shows the new codes only once. */
export function NewRecoveryCodes({ email, children }: NewRecoveryCodesProps) {
  const queryClient = useQueryClient()
  // A query lets two renders share one set of codes. The codes are not cached after unmounting.
  const made = useQuery({
    queryKey: ['second-factor', 'new-recovery-codes'],
    queryFn: async () => {
      const codes = await requestRecoveryCodes()
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
      <ErrorNotice error={made.error} className={`${layout.stack} ${css.problem}`} onRetry={() => void made.refetch()}>
        {authErrorMessage(made.error)}
      </ErrorNotice>
    )
  }
  if (made.data === undefined) return <Skeleton lines={3} label="Creating the codes" />
  if (made.data === null) {
    return (
      <>
        <p>
          This server does not offer recovery codes. Add a second device in My account instead, so that losing the first
          does not lock you out.
        </p>
        {children}
      </>
    )
  }
  return (
    <>
      <RecoverySheet codes={made.data} email={email} />
      {children}
    </>
  )
}

/** The codes as a sheet that can be copied, downloaded or printed. */
function RecoverySheet({ codes, email }: { codes: readonly string[]; email: string }) {
  const shown = codes.map((code) => groupCharacters(code, '-'))
  const made = longDay(new Date(serverNow()))
  const title = `Recovery codes · ${brand.name} desk`
  const text = [title, `${email}, ${made}`, 'Each code works once.', '', ...shown, ''].join('\r\n')
  return (
    <div className={layout.stack}>
      <div className={css.sheet}>
        <h2 className={pieces.heading}>{title}</h2>
        <p className={`${layout.note} ${layout.anywhere} ${css.whose}`}>
          {email}, {made}
        </p>
        <ul className={css.codes}>
          {shown.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={`${layout.bar} ${layout.small}`}>
        <CopyButton text={shown.join('\n')} says="Copy" />
        <Button
          size="small"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'desk-recovery-codes.txt')}
        >
          Download
        </Button>
        <Button size="small" onClick={() => print()}>
          Print
        </Button>
      </div>
    </div>
  )
}
