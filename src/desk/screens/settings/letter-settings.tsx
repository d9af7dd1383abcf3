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

/** How letters are sent, previews of each, and a test letter to oneself. */
export const LetterSettings = () =>
  isOwnServer ? (
    <OwnLetters />
  ) : (
    <Section title="Letters" text="What visitors and the team get by mail.">
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
      title="Letters"
      text="What visitors and the team get by mail, with made-up people. The test goes to your own address and to nobody else."
    >
      <div className={layout.column}>
        <HowMailLeaves />
        <div className={`${layout.bar} ${pieces.actionRow}`}>
          <label className={`${layout.label} ${css.label}`} htmlFor={id}>
            Letter
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
            {isShown ? 'Put it away' : 'See it'}
          </Button>
          <WhenOnline>
            <Button disabled={test.isPending} onClick={() => test.mutate(kind)}>
              {test.isPending ? 'Asking the mail server…' : 'Send me this one'}
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
          ? 'It lies in the folder of letters.'
          : `The mail server took it, for ${answer.to}. If it does not arrive, look among the spam.`}
      </p>
    )
  }
  const { says, todo } = faultOf({ reason: answer.reason, is_doubtful: answer.isDoubtful })
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
      <dt>Leaves by</dt>
      <dd>{data ? wayOf(data) : '…'}</dd>
      <dt>From</dt>
      <dd>{data?.sender ?? '…'}</dd>
      <dt>Signed (DKIM)</dt>
      <dd>{data ? (data.signedBy ? `for ${data.signedBy}` : 'no') : '…'}</dd>
    </dl>
  )
}

const wayOf = ({ server }: MailStatus) =>
  server ??
  'no mail server: each letter is laid into a folder of this server as a file, and stands under Letters'
