import { type ReactNode, useEffect, useState } from 'react'
import { bookingRefusals, messageRefusals, refusalSentence, retryWords } from '#content/form-refusals.ts'
import { refusedColumns } from '#shared/contract/form-rules.ts'
import { formatDuration } from '#shared/lib/local-time.ts'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import type { InsertRefusal } from './api.ts'

/** The refused fields of the last attempt, in the form's order; empty if the reason for the failure is unknown. */
export interface FormProblemDetails {
  readonly refused: readonly { readonly name: string; readonly reason: string }[]
  /** A note after the failure message. */
  readonly note?: ReactNode
}

const sentences = {
  strategy_call_bookings: bookingRefusals,
  contact_messages: messageRefusals,
} as const satisfies Record<string, Readonly<Record<string, string>>>

export type FormTable = keyof typeof sentences

/**
 * Returns the problem to show to a visitor whose row was refused. Few visitors need this file, so it is loaded only
 * when a row is refused.
 */
export const describeProblem = (refusal: InsertRefusal, table: FormTable, row: object): FormProblemDetails => ({
  refused: refusal.status === 400 ? refusedFields(refusal, table, row) : [],
  note: refusal.wait > 0 && <RetryNote end={Date.now() + refusal.wait * 1000} />,
})

/** The refused fields that have a message. */
function refusedFields(refusal: InsertRefusal, table: FormTable, row: object): FormProblemDetails['refused'] {
  const columns = refusedColumns(refusal, table)
  const typed = new Map(Object.entries(row))
  return Object.keys(sentences[table]).flatMap((name) => {
    const refused = columns.find(({ column }) => column === name)
    const value = String(typed.get(name) ?? '')
    return refused ? [{ name, reason: refusalSentence(sentences[table], refused, value) }] : []
  })
}

const { wait, over } = retryWords

/**
 * Counts down to the next possible attempt. Screen readers announce only the total wait and its end, not the countdown.
 */
function RetryNote({ end }: { end: number }) {
  const [first] = useState(() => (end - Date.now()) / 1000)
  const [left, setLeft] = useState(first)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setLeft((end - Date.now()) / 1000), 1000)
    return () => clearInterval(timer)
  }, [end, isOver])
  return (
    <>
      <span className={layout.numbers} aria-hidden="true">
        {isOver ? over : wait(formatDuration(left))}
      </span>
      {/* A separate live region, because a change in the surrounding alert would repeat the entire alert. */}
      <span className={visuallyHidden} aria-live="polite">
        {isOver ? over : wait(formatDuration(first))}
      </span>
    </>
  )
}
