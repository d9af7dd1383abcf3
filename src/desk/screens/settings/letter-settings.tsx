import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mailStatusQuery, sendTestLetter } from '#desk/features/letters/api.ts'
import { LetterViewer } from '#desk/features/letters/letter-viewer.tsx'
import controls from '#desk/lib/controls.module.css'
import { errorMessage } from '#desk/lib/failure.ts'
import { deliveryProblemOf, letterName } from '#desk/lib/letter-words.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { MailStatus, TestLetterResult } from '#shared/contract/letter-previews.ts'
import { type SentLetterKind, sentLetterKinds } from '#shared/contract/outbox.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './settings.module.css'

/** Shows how emails are sent, previews each kind, and sends test emails to the user. */
export const LetterSettings = () =>
  isOwnServer ? (
    <OwnLetters />
  ) : (
    <Section title="Emails" text="The emails that visitors and the team get.">
      <p>{projectLacks.letters}</p>
    </Section>
  )

function OwnLetters() {
  const id = useId()
  const [kind, setKind] = useState<SentLetterKind>('request-received')
  const [isShown, setShown] = useState(false)
  const test = useMutation({ mutationFn: sendTestLetter })
  return (
    <Section
      title="Emails"
      text="Previews of all emails to visitors and the team, with sample data. Test emails go only to your own address."
    >
      <div className={layout.column}>
        <MailServerFacts />
        <div className={`${layout.bar} ${pieces.actionRow}`}>
          <label className={`${layout.label} ${css.label}`} htmlFor={id}>
            Email
          </label>
          <select
            className={`${layout.small} ${controls.control} ${css.chosen}`}
            id={id}
            value={kind}
            onChange={(event) => {
              setKind(event.target.value as SentLetterKind)
              test.reset()
            }}
          >
            {sentLetterKinds.map((sample) => (
              <option key={sample} value={sample}>
                {letterName(sample)}
              </option>
            ))}
          </select>
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide preview' : 'Preview'}
          </Button>
          <WhenOnline>
            <Button disabled={test.isPending} onClick={() => test.mutate(kind)}>
              {test.isPending ? 'Sending…' : 'Send me a test'}
            </Button>
          </WhenOnline>
        </div>
        {test.data && <TestResult answer={test.data} />}
        <ErrorNotice error={test.error} />
        {isShown && <LetterViewer key={kind} shown={{ sample: kind }} />}
      </div>
    </Section>
  )
}

function TestResult({ answer }: { answer: TestLetterResult }) {
  const { data } = useQuery(mailStatusQuery)
  if (answer.sent) {
    return (
      <p className={pieces.said} role="status">
        {data?.server === null
          ? 'Saved to a file on the server.'
          : `The mail server accepted the email for ${answer.to}. If it does not arrive, check your spam folder.`}
      </p>
    )
  }
  const { says, todo } = deliveryProblemOf({ reason: answer.reason, may_have_arrived: answer.isDoubtful })
  return (
    <div className={pieces.problem} role="alert">
      <p>
        <strong>{says}</strong> {todo}
      </p>
      {answer.reason && <p className={layout.mono}>{answer.reason}</p>}
    </div>
  )
}

function MailServerFacts() {
  const { data, error } = useQuery(mailStatusQuery)
  if (error) return <p className={pieces.problem}>{errorMessage(error)}</p>
  return (
    <dl className={`${layout.anywhere} ${pieces.facts}`} aria-busy={!data}>
      <dt>Sent via</dt>
      <dd>{data ? wayOf(data) : '…'}</dd>
      <dt>From</dt>
      <dd>{data?.sender ?? '…'}</dd>
      <dt>Signed (DKIM)</dt>
      <dd>{data ? (data.signedBy ? `for ${data.signedBy}` : 'no') : '…'}</dd>
    </dl>
  )
}

const wayOf = ({ server }: MailStatus) =>
  server ?? 'no mail server: emails are saved as files on this server and listed under Emails'
