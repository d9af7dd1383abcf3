import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authErrorMessage } from '#desk/lib/auth-words.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { enrollDevice } from './api.ts'
import { CodeForm } from './code-form.tsx'
import css from './second-factor.module.css'

interface DeviceSetupProps {
  /** The device's name in the list of devices. */
  name: string
  submit: string
  prove: (factorId: string, code: string) => Promise<unknown>
  onDone?: () => void
}

/** Enrolls a device: shows its QR code and verifies its first code. */
export function DeviceSetup({ name, submit, prove, onDone }: DeviceSetupProps) {
  // A query lets two renders share one enrollment. The result is a secret, so it is not cached after unmounting.
  const pending = useQuery({
    queryKey: ['second-factor', 'pending', name],
    queryFn: () => enrollDevice(name),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  if (pending.isError) {
    return (
      <ErrorNotice
        error={pending.error}
        className={`${layout.stack} ${css.problem}`}
        onRetry={() => void pending.refetch()}
      >
        {authErrorMessage(pending.error)}
      </ErrorNotice>
    )
  }
  if (!pending.data) return <Skeleton lines={3} label="Creating a secret for your app" />
  const { id, qrCode, secret, uri } = pending.data
  return (
    <ol className={`${layout.stack} ${css.steps}`}>
      <li className={`${layout.stack} ${css.step}`}>
        <h2 className={`${pieces.heading} ${css.title}`}>Scan this code with an authenticator app</h2>
        <div className={`${layout.row} ${css.scan}`}>
          <img className={css.scanned} src={qrCode} alt="QR code for your authenticator app" width="196" height="196" />
          <div className={`${layout.tight} ${layout.small} ${css.byHand}`}>
            <p>No camera? Enter this secret instead:</p>
            <p className={css.secret}>{groupCharacters(secret)}</p>
            <div className={layout.bar}>
              <CopyButton text={secret} says="Copy secret" />
              <a className={css.onThisDevice} href={uri}>
                Open the app on this device
              </a>
            </div>
          </div>
        </div>
      </li>
      <li className={`${layout.stack} ${css.step}`}>
        <h2 className={`${pieces.heading} ${css.title}`}>Check that the app works</h2>
        <CodeForm
          label="Current code from your app"
          submit={submit}
          prove={(code) => prove(id, code)}
          {...(onDone && { onDone })}
        />
      </li>
    </ol>
  )
}

/** Copies text and confirms that it was copied, or explains how to copy it by hand if the clipboard is unavailable. */
export function CopyButton({ text, says }: { text: string; says: string }) {
  const [outcome, setOutcome] = useState<'none' | 'done' | 'refused'>('none')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('done')
    } catch {
      // The clipboard API requires https, and the browser may deny permission.
      setOutcome('refused')
    }
  }
  return (
    <span>
      <Button size="small" onClick={() => void copy()}>
        {says}
      </Button>
      <span className={css.outcome} role="status">
        {outcome === 'done' && 'Copied.'}
        {outcome === 'refused' && 'Your browser blocked copying. Select the text and copy it.'}
      </span>
    </span>
  )
}

/** Groups of four characters are easier to read and type. The server ignores the separators. */
export const groupCharacters = (text: string, between = ' '): string => (text.match(/.{1,4}/g) ?? []).join(between)
