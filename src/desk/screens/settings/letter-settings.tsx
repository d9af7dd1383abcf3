import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sendTest, statusQuery } from '#desk/features/letters/api.ts'
import { LetterPaper } from '#desk/features/letters/letter-paper.tsx'
import controls from '#desk/lib/controls.module.css'
import { inWords } from '#desk/lib/failure.ts'
import { faultOf, letterWords } from '#desk/lib/letter-words.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { Problem } from '#desk/lib/problem.tsx'
import { isOwnServer, projectLacks } from '#desk/lib/server.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { MailStatus, TestAnswer } from '#shared/contract/letter-desk.ts'
import { type SampleLetter, sampleLetters } from '#shared/contract/outbox.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './settings.module.css'

/** Shows how emails are sent, previews each kind, and sends test emails to the user. */
export const LetterSettings = () =>
  isOwnServer ? (
    <OwnLetters />
  ) : (
    <Section title="Emails" text="What visitors and the team get by email.">
      <p>{projectLacks.letters}</p>
    </Section>
  )

function OwnLetters() {
  const id = useId()
  const [kind, setKind] = useState<SampleLetter>('request-received')
  const [isShown, setShown] = useState(false)
  const test = useMutation({ mutationFn: sendTest })
  return (
    <Section
      title="Emails"
      text="The emails that visitors and the team get, with sample data. Tests go only to your own address."
    >
      <div className={layout.column}>
        <HowMailLeaves />
        <div className={`${layout.bar} ${pieces.actionRow}`}>
          <label className={`${layout.label} ${css.label}`} htmlFor={id}>
            Email
          </label>
          <select
            className={`${layout.small} ${controls.control} ${css.chosen}`}
            id={id}
            value={kind}
            onChange={(event) => {
              setKind(event.target.value as SampleLetter)
              test.reset()
            }}
          >
            {sampleLetters.map((sample) => (
              <option key={sample} value={sample}>
                {letterWords(sample)}
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
        {test.data && <Answer answer={test.data} />}
        <Problem error={test.error} />
        {isShown && <LetterPaper key={kind} shown={{ sample: kind }} />}
      </div>
    </Section>
  )
}

function Answer({ answer }: { answer: TestAnswer }) {
  const { data } = useQuery(statusQuery)
  if (answer.sent) {
    return (
      <p className={pieces.said} role="status">
        {data?.server === null
          ? 'Saved to a file on the server.'
          : `The mail server accepted the email for ${answer.to}. If it does not arrive, check your spam folder.`}
      </p>
    )
  }
  const { says, todo } = faultOf({ reason: answer.reason, may_have_arrived: answer.isDoubtful })
  return (
    <div className={pieces.problem} role="alert">
      <p>
        <strong>{says}</strong> {todo}
      </p>
      {answer.reason && <p className={layout.mono}>{answer.reason}</p>}
    </div>
  )
}

function HowMailLeaves() {
  const { data, error } = useQuery(statusQuery)
  if (error) return <p className={pieces.problem}>{inWords(error)}</p>
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
