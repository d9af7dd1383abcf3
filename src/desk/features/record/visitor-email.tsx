import { useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { fileSize } from '#desk/lib/words.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { downloadEmailFile, judgeEmail, type RecordRef, type VisitorEmail } from './api.ts'
import css from './record.module.css'

interface VisitorEmailProps {
  email: VisitorEmail
  place: RecordRef
  mayWork: boolean
}

/** An email in the history: its text, the quoted text behind a disclosure, and its files. */
export function EmailFromVisitor({ email, place, mayWork }: VisitorEmailProps) {
  const { id, from_name, from_address, subject, body, quoted, is_cut, files, dismissed_at } = email
  const isDoubtful = email.kind === 'answer' && !email.is_answer && dismissed_at === null
  const text = (
    <>
      <p className={css.note}>{body || <em>No text.</em>}</p>
      {quoted && (
        <details className={layout.tiny}>
          <summary>Quoted text</summary>
          <p className={css.note}>{quoted}</p>
        </details>
      )}
      {is_cut && <p className={layout.tiny}>The email is too large to show in full. The mailbox has all of it.</p>}
      {files.length > 0 && (
        <ul className={layout.tiny}>
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of an email never change.
            <FileLink key={at} file={file} email={id} at={at} />
          ))}
        </ul>
      )}
    </>
  )
  return (
    <div className={layout.close}>
      <p className={layout.tiny}>
        {isDoubtful ? 'Possibly from' : 'From'} {from_name && `${from_name}, `}
        {from_address}: {subject || 'no subject'}
      </p>
      {kindNotes[email.kind] && <p className={layout.tiny}>{kindNotes[email.kind]}</p>}
      {dismissed_at !== null || email.kind !== 'answer' ? (
        <details className={layout.tiny}>
          <summary>Show the email</summary>
          {text}
        </details>
      ) : (
        text
      )}
      {isDoubtful && <Doubt email={id} place={place} mayWork={mayWork} />}
    </div>
  )
}

const kindNotes: Record<VisitorEmail['kind'], string | null> = {
  answer: null,
  automatic: 'An automatic reply, which changes nothing.',
  bounce: 'Our email could not be delivered.',
  own: 'Sent by the team.',
}

/** Asks whether an email is from the visitor, because anyone can use the visitor's address as the sender. */
function Doubt({ email, place, mayWork }: { email: string; place: RecordRef; mayWork: boolean }) {
  const queryClient = useQueryClient()
  const judge = useMutation({
    mutationFn: (isFromVisitor: boolean) => judgeEmail(email, isFromVisitor),
    onError: (error) => showToast(errorMessage(error), { isAlert: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [place.name] }),
  })
  return (
    <div className={`${layout.tight} ${pieces.said}`}>
      <p>Only the sender’s address matches, and addresses can be forged. Is this the visitor’s answer?</p>
      {mayWork && (
        <div className={layout.row}>
          <WhenOnline>
            <Button size="small" disabled={judge.isPending} onClick={() => judge.mutate(true)}>
              Accept as answer
            </Button>
            <Button size="small" disabled={judge.isPending} onClick={() => judge.mutate(false)}>
              Dismiss
            </Button>
          </WhenOnline>
        </div>
      )}
    </div>
  )
}

interface FileLinkProps {
  file: VisitorEmail['files'][number]
  email: string
  /** The file's position in the email. */
  at: number
}

function FileLink({ file: { name, size, is_stored }, email, at }: FileLinkProps) {
  const download = useMutation({
    mutationFn: () => downloadEmailFile(email, at, name),
    onError: (error) => showToast(errorMessage(error), { isAlert: true }),
  })
  return (
    <li className={layout.bar}>
      <bdi className={layout.anywhere}>{name}</bdi>
      <span className={layout.numbers}>{fileSize(size)}</span>
      {is_stored ? (
        <Button
          size="small"
          disabled={download.isPending}
          aria-label={`Download ${name}`}
          onClick={() => download.mutate()}
        >
          {download.isPending ? 'Downloading…' : 'Download'}
        </Button>
      ) : (
        <span>too large: only in the mailbox</span>
      )}
    </li>
  )
}
