import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { lengthWords } from '#content/form-field.ts'
import controls from '#desk/lib/controls.module.css'
import { type Draft, useDraft } from '#desk/lib/draft.tsx'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import pieces from '#desk/lib/pieces.module.css'
import { serverNow, useNow } from '#desk/lib/server-clock.ts'
import { recordKeys, shortcutProps } from '#desk/lib/shortcuts.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { maxReplyLength } from '#shared/contract/form-rules.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { Button } from '#ui/button.tsx'
import { useTextLength } from '#ui/field.tsx'
import { TextLength } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { type RecordRef, type Reply, sendReply, templatesQuery, undoReply, type VisitorEmail } from './api.ts'
import { parseRefusal, timeAgo } from './change-words.ts'
import { reportTyping } from './presence.tsx'
import css from './record.module.css'
import { QuotedText } from './record-parts.tsx'
import { type FieldValues, fillTemplate, unfilledField } from './text-marks.ts'
import { type Reminder, ReminderChoice, usualReminder } from './waiting.tsx'

interface ReplyFormProps {
  place: RecordRef
  /** The visitor's email address. */
  email: string
  record: { replies: readonly Reply[]; emails: readonly VisitorEmail[] }
  values: FieldValues
}

interface ReplyDraft {
  body: string
  /** The id of the last reply or email that the author saw before the draft; null if there was none. */
  seen: string | null
  reminder: Reminder
}

const nameOf = ({ who }: RecordRef) => `Reply to ${who}`

/**
 * The form for a reply by email; the email quotes the visitor's message. An unsent draft is stored; Undo restores it.
 */
export function ReplyForm(props: ReplyFormProps) {
  const [isOpen, setOpen] = useState(false)
  const draft = useDraft<ReplyDraft>(`reply ${props.place.id}`, nameOf(props.place), setOpen)
  // The form of a restored draft stays open when its text is deleted.
  if (draft.value && !isOpen) setOpen(true)
  const last = conversationOf(props.record).at(-1)
  return (
    <>
      {last?.author === null && (
        <>
          <p className={layout.tiny}>Email from the visitor, {dayAndTime(new Date(last.at))}</p>
          <QuotedText text={last.body} />
        </>
      )}
      {isOpen ? (
        <OpenReply {...props} draft={draft} onClose={() => setOpen(false)} />
      ) : (
        <div className={layout.row}>
          <WhenOnline>
            <Button size="small" {...shortcutProps(recordKeys.reply, 'Reply')} onClick={() => setOpen(true)}>
              Reply
            </Button>
          </WhenOnline>
        </div>
      )}
    </>
  )
}

interface OpenReplyProps extends ReplyFormProps {
  draft: Draft<ReplyDraft>
  onClose: () => void
}

function OpenReply({ place, email, record, values, draft, onClose }: OpenReplyProps) {
  const queryClient = useQueryClient()
  const id = useId()
  const [replyId] = useState(() => randomId())
  // The user's own reply may arrive by live update before the form closes.
  const others = conversationOf(record).filter((said) => said.id !== replyId)
  const last = others.at(-1)?.id ?? null
  const [choice, setChoice] = useState(usualReminder)
  const { body, seen, reminder } = draft.value ?? { body: '', seen: last, reminder: choice }
  const isOvertaken = body !== '' && seen !== last
  const { data: templates = [] } = useQuery(templatesQuery)
  const { note, isOver, heard, measured } = useTextLength(maxReplyLength, lengthWords)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const stray = unfilledField(body, ['link'])
  const type = (text: string) => {
    draft.set(text ? { body: text, seen, reminder } : null)
    reportTyping()
  }
  const renew = () => queryClient.invalidateQueries({ queryKey: [place.name] })
  const send = useMutation({
    mutationFn: ({ body, seen, reminder }: ReplyDraft) => sendReply(place, replyId, body.trim(), seen, reminder),
    onSuccess: async (_, sent) => {
      // The toast may still be visible after the record is closed, so Undo also stores the draft.
      const takeBack = async () => {
        try {
          await undoReply(replyId)
          draft.restore(sent)
        } catch (error) {
          showToast(`${nameOf(place)}: could not undo. ${errorMessage(error)}`, { isAlert: true })
        }
        await renew()
      }
      showToast(`${nameOf(place)} sent.`, { undo: () => void takeBack() })
      draft.clear(sent)
      onClose()
      await renew()
    },
    onError: () => void renew(),
  })
  const submit = () => {
    if (body.trim() && !isOver && stray === null && !isOvertaken && !send.isPending)
      send.mutate({ body, seen, reminder })
  }
  return (
    <form
      className={layout.tight}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={pieces.line}>
        <label htmlFor={id} className={`${layout.small} ${layout.anywhere}`}>
          Reply to {email}
        </label>
        {templates.length > 0 && (
          <label>
            <span className={visuallyHidden}>Start from a template</span>
            <select
              className={`${layout.small} ${controls.control}`}
              value=""
              onChange={({ target }) => {
                const text = templates.find((one) => one.id === target.value)?.body
                if (text) type(`${body}${body && '\n\n'}${fillTemplate(text, values)}`)
                field.current?.focus()
              }}
            >
              <option value="">Choose a template…</option>
              {templates.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <textarea
        ref={(element) => {
          field.current = element
          measured.ref(element)
        }}
        id={id}
        className={`${layout.small} ${controls.control} ${css.control}`}
        rows={8}
        aria-invalid={isOver || stray !== null || undefined}
        aria-describedby={`${id}-hint ${id}-length`}
        aria-keyshortcuts={`${recordKeys.reply} Control+Enter`}
        value={body}
        onInput={measured.onInput}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <TextLength id={`${id}-length`} note={note} isOver={isOver} heard={heard} />
      {isOvertaken ? (
        <NewReplies
          said={saidSince(others, seen)}
          onRead={() => {
            draft.set({ body, seen: last, reminder })
            send.reset()
            field.current?.focus()
          }}
        />
      ) : (
        send.error && <ReplyRefusal error={send.error} />
      )}
      <p id={`${id}-hint`} className={layout.tiny}>
        {stray === null
          ? 'Signed with your name; the visitor’s message is quoted below. {link} becomes a link to their call page or to our site.'
          : `${stray} is not filled in. Replace it with text.`}
      </p>
      <ReminderChoice<never>
        value={reminder}
        onChange={(next) => {
          setChoice(next)
          if (draft.value) draft.set({ ...draft.value, reminder: next })
        }}
      />
      <div className={pieces.line}>
        <Button size="small" onClick={draft.discard}>
          Discard
        </Button>
        <WhenOnline>
          <Button type="submit" size="small" look="signal" disabled={send.isPending || stray !== null || isOvertaken}>
            Send reply
          </Button>
        </WhenOnline>
      </div>
    </form>
  )
}

/** A reply, or an email that counts as the visitor's answer. */
interface ConversationEntry {
  id: string
  /** Null for the visitor. */
  author: string | null
  at: string
  body: string
}

/** Replies and the visitor's emails, oldest first. `private.last_said` returns the last of them. */
function conversationOf({ replies, emails }: ReplyFormProps['record']): ConversationEntry[] {
  const answers = emails
    .filter(({ is_answer }) => is_answer)
    .map(({ id, created_at, body }) => ({ id, author: null, at: created_at, body }))
  return [...replies, ...answers].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** Returns everything after `seen`, or nothing if that reply was undone. */
function saidSince(said: readonly ConversationEntry[], seen: string | null): readonly ConversationEntry[] {
  const index = said.findIndex(({ id }) => id === seen)
  return seen === null || index >= 0 ? said.slice(index + 1) : []
}

interface NewRepliesProps {
  /** Empty if the other member's reply was undone. */
  said: readonly ConversationEntry[]
  onRead: () => void
}

/** Replies and emails since the author began this draft. The author must read them before sending. */
function NewReplies({ said, onRead }: NewRepliesProps) {
  const { actor: nameOf } = useTeamMembers()
  const now = Math.max(useNow(), serverNow())
  return (
    <div className={`${layout.tight} ${pieces.problem}`} role="alert">
      {said.length === 0 && <p>A reply was undone after you began writing. Your text is still here.</p>}
      {said.map(({ id, author, at, body }) => (
        <Fragment key={id}>
          <p>
            {author === null ? 'The visitor answered' : `${nameOf(author)} replied`} {timeAgo(at, now)}, after you began
            writing.
          </p>
          <QuotedText text={body} />
        </Fragment>
      ))}
      <div className={layout.row}>
        <Button size="small" onClick={onRead}>
          Continue
        </Button>
      </div>
    </div>
  )
}

/** Explains why a reply was not sent. The draft is not lost. */
function ReplyRefusal({ error }: { error: Error }) {
  const { actor: nameOf } = useTeamMembers()
  const now = Math.max(useNow(), serverNow())
  const refusal = parseRefusal(error)
  const newsOf = (by: string | null, at: string | null) =>
    at === null
      ? 'A reply was undone'
      : `${by === null ? 'The visitor answered' : `${nameOf(by)} replied`} ${timeAgo(at, now)}`
  return (
    <p className={`${layout.bar} ${pieces.apart} ${pieces.problem} ${pieces.slim}`} role="alert">
      {refusal?.hint === 'replied'
        ? `${newsOf(refusal.details.by, refusal.details.at)}. Check the history, then send yours again.`
        : `${errorMessage(error)} Your text is still here.`}
    </p>
  )
}
