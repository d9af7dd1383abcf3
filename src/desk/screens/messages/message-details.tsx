import { brand } from '#content/brand.ts'
import { Told } from '#desk/features/letters/sent-letters.tsx'
import { Assignment } from '#desk/features/record/assignment.tsx'
import { History } from '#desk/features/record/history.tsx'
import { Moves } from '#desk/features/record/moves.tsx'
import { NoteForm } from '#desk/features/record/note-form.tsx'
import { Contact, Origin, ReadOnly, RecordPart, Words } from '#desk/features/record/record-parts.tsx'
import { ReplyForm } from '#desk/features/record/reply-form.tsx'
import { AnswerBar } from '#desk/lib/row-status.tsx'
import { inquiryWords, messageStatusWords } from '#desk/lib/words.ts'
import { isAnswerable, type MessageStatus, messageMoves } from '#shared/contract/desk.ts'
import type { MessageRecord } from '#shared/contract/desk-records.ts'
import { unknownWord } from '#shared/contract/known.ts'
import { doneWords, mainMove, messageMove, moveVerb } from './message-moves.ts'
import { RefusalWords } from './refusal-words.tsx'
import { messagePlace } from './store.ts'

interface MessageDetailsProps {
  record: MessageRecord
  mayWork: boolean
}

/** Everything about a message; what was written comes first, since it is to be answered. */
export function MessageDetails({ record, mayWork }: MessageDetailsProps) {
  const { message, others, timeline, notes, replies } = record
  const { status } = message
  const place = messagePlace(message.id)
  return (
    <>
      <AnswerBar item={message} size="large" />
      {mayWork && status !== unknownWord ? (
        <Moves<MessageStatus>
          place={place}
          status={status}
          moves={messageMoves}
          start="new"
          main={mainMove[status]}
          verb={(to) => moveVerb(status, to)}
          done={(to) => doneWords[to]}
          call={messageMove(message.id)}
          explain={(error) => <RefusalWords error={error} />}
        />
      ) : (
        <ReadOnly isUnknown={status === unknownWord} />
      )}
      <RecordPart title={inquiryWords[message.inquiry_type]}>
        <Words text={message.message} />
        {mayWork && isAnswerable(status) && (
          <ReplyForm
            place={place}
            email={message.email}
            replies={replies}
            values={{ name: message.name, company: message.company, time: null }}
          />
        )}
      </RecordPart>
      <RecordPart title="Reach them">
        <Contact
          email={message.email}
          subject={`Your message to ${brand.name}`}
          others={others}
          from={{ message: message.id }}
        />
      </RecordPart>
      <RecordPart title="Assigned to">
        <Assignment place={place} assignedTo={message.assigned_to} mayWork={mayWork} />
      </RecordPart>
      <RecordPart title="What they were told">
        <Told about={{ message_id: message.id }} />
      </RecordPart>
      <RecordPart title="History">
        <History timeline={timeline} notes={notes} replies={replies} statusWords={messageStatusWords}>
          {mayWork && <NoteForm place={place} />}
        </History>
      </RecordPart>
      <Origin item={message} />
    </>
  )
}
