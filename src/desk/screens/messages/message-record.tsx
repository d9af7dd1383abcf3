import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { brand } from '#content/brand.ts'
import type { OpenRow } from '#desk/features/inbox/inbox.tsx'
import { SentLetters } from '#desk/features/letters/sent-letters.tsx'
import { Assignment } from '#desk/features/record/assignment.tsx'
import { describeChange, parseRefusal } from '#desk/features/record/change-words.ts'
import { History } from '#desk/features/record/history.tsx'
import { MoveButtons } from '#desk/features/record/moves.tsx'
import { NoteForm } from '#desk/features/record/note-form.tsx'
import { OpenRecord } from '#desk/features/record/open-record.tsx'
import { Contact, QuotedText, ReadOnlyNotice, RecordPart, SourceFacts } from '#desk/features/record/record-parts.tsx'
import { ReplyForm } from '#desk/features/record/reply-form.tsx'
import { WaitButton } from '#desk/features/record/waiting.tsx'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { dataOrThrow, errorMessage } from '#desk/lib/failure.ts'
import { AnswerDue } from '#desk/lib/row-status.tsx'
import { refetchDelay, serverNow, useNow } from '#desk/lib/server-clock.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { inquiryWords, messageStatusWords } from '#desk/lib/words.ts'
import { canReply, type MessageStatus, messageMoves } from '#shared/contract/desk.ts'
import { messageRecordSchema, type MessageRecord as RecordData } from '#shared/contract/desk-records.ts'
import type { MessageListRow } from '#shared/contract/desk-rows.ts'
import { unknownValue } from '#shared/contract/fields.ts'
import { mainMove, messageMove, messageMoveLabel, messageMoveToasts, messageRef } from './store.ts'

/** A message and everything that a member can do with it. */
export function MessageRecord({ item }: { item: OpenRow<MessageListRow> }) {
  const isWorker = mayEdit(useMe())
  const query = useQuery(messageRecordQuery(item.id))
  return (
    <OpenRecord
      place={{ name: 'messages', table: 'contact_messages', id: item.id }}
      query={query}
      head={query.data?.message ?? item.row}
      item={item}
    >
      {(record) => <MessageDetails record={record} mayWork={isWorker} />}
    </OpenRecord>
  )
}

interface MessageDetailsProps {
  record: RecordData
  mayWork: boolean
}

/** All data about a message, starting with its text. */
function MessageDetails({ record, mayWork }: MessageDetailsProps) {
  const { message, others } = record
  const { status } = message
  const place = messageRef(message)
  return (
    <>
      <AnswerDue item={message} size="large" />
      {mayWork && status !== unknownValue ? (
        <MoveButtons<MessageStatus>
          place={place}
          status={status}
          moves={messageMoves[status]}
          start="new"
          main={mainMove[status]}
          verb={(to) => messageMoveLabel(status, to)}
          done={(to) => messageMoveToasts[to]}
          call={messageMove(message.id)}
          explain={(error) => <RefusalWords error={error} />}
        />
      ) : (
        <ReadOnlyNotice isUnknown={status === unknownValue} />
      )}
      {mayWork && message.state.may_wait && <WaitButton place={place} seen={message.unanswered_since} />}
      <RecordPart title={inquiryWords[message.inquiry_type]}>
        <QuotedText text={message.message} />
        {mayWork && canReply(status) && (
          <ReplyForm
            place={place}
            email={message.email}
            record={record}
            values={{ name: message.name, company: message.company, time: null }}
          />
        )}
      </RecordPart>
      <RecordPart title="Contact">
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
      <RecordPart title="Emails">
        <SentLetters about={{ message_id: message.id }} />
      </RecordPart>
      <RecordPart title="History">
        <History place={place} record={record} mayWork={mayWork} statusWords={messageStatusWords}>
          {mayWork && <NoteForm place={place} />}
        </History>
      </RecordPart>
      <SourceFacts item={message} />
    </>
  )
}

/** Explains why the database refused a move. */
function RefusalWords({ error }: { error: Error }) {
  const { actor: nameOf } = useTeamMembers()
  const now = Math.max(useNow(), serverNow())
  const refusal = parseRefusal(error)
  if (refusal?.hint !== 'changed') return errorMessage(error)
  return `${describeChange(refusal, nameOf, now)} Your change was not saved; the current state is shown.`
}

/** A message with all its data. The audit log records each read. */
const messageRecordQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'record', id],
    queryFn: async () => v.parse(messageRecordSchema, dataOrThrow(await supabase.rpc('read_message', { message: id }))),
    // A reminder makes it the team's turn.
    refetchInterval: ({ state: { data } }) => refetchDelay(data?.message.remind_at),
  })
