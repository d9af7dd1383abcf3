import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countRecoveryCodes, recoveryKey } from '#desk/features/second-factor/api.ts'
import { NewRecoveryCodes } from '#desk/features/second-factor/recovery-codes.tsx'
import { authErrorMessage } from '#desk/lib/auth-words.ts'
import { useMe } from '#desk/lib/door.ts'
import { Section } from '#desk/lib/page.tsx'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import css from './account.module.css'

/** Shows how many recovery codes are unused, and creates new ones. */
export function RecoveryCodesSection() {
  const me = useMe()
  const { data, error, refetch } = useQuery({
    queryKey: recoveryKey,
    queryFn: countRecoveryCodes,
    retry: false,
  })
  const [isMaking, setMaking] = useState(false)
  const close = () => setMaking(false)
  return (
    <Section
      title="Recovery codes"
      text="If you do not have your device with you, each code signs you in once. New codes replace the old ones."
    >
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()}>
          {authErrorMessage(error)}
        </ErrorNotice>
      ) : data === undefined ? (
        <Skeleton lines={1} />
      ) : (
        <p>
          {data === null ? (
            'You have no recovery codes.'
          ) : (
            <>
              <span className={`${layout.figure} ${css.left}`}>{data}</span> left
            </>
          )}
        </p>
      )}
      <div className={css.below}>
        <Button size="small" onClick={() => setMaking(true)}>
          Create new codes
        </Button>
      </div>
      {isMaking && (
        <Dialog
          isOpen
          onClose={close}
          title="Your new recovery codes"
          description="These codes are shown only once. The old codes no longer work."
        >
          <NewRecoveryCodes email={me.email}>
            <Button look="signal" onClick={close}>
              Done
            </Button>
          </NewRecoveryCodes>
        </Dialog>
      )}
    </Section>
  )
}
