import { receipt } from '#content/booking-receipt.ts'
import { documents } from '#content/documents.ts'
import { formWords } from '#content/form-field.ts'
import type { FormKind, FormName } from '#content/form-kinds.ts'
import { type RefusedColumn, refusalSentence } from '#content/form-refusals.ts'
import { type AnswerPage, forms } from '#content/forms.ts'
import { callPage } from '#content/visitor-call.ts'
import { FieldView, Honeypot } from '#ui/field-view.tsx'
import { FormProblem } from '#ui/form-problem.tsx'
import { type AvailableTimesByDay, AvailableTimesForm } from './call-changes.tsx'
import { type Page, PlainForm } from './page.tsx'

/** The values that the visitor typed, by field name. */
export type TypedValues = Readonly<Record<string, string>>

interface FormProps {
  name: FormName
  kind: FormKind
  typed: TypedValues
  refused?: readonly RefusedColumn[]
}

/**
 * The form with the visitor's values and the errors. Hidden fields contain the form's id and detect bots: one contains
 * the time at which the page was opened, another is a honeypot.
 */
function VisitorForm({ name, kind, typed, refused = [] }: FormProps) {
  const errorOf = (field: string) => {
    const fault = refused.find(({ column }) => column === field)
    return fault && refusalSentence(kind.refusals, fault, typed[field])
  }
  return (
    <>
      {kind.required && <p>{kind.required}</p>}
      <PlainForm
        action={`/forms/${name}`}
        hidden={{ opened: typed.opened || null, form_id: typed.form_id || null }}
        submit={kind.submit}
      >
        {kind.fields.map((field) => (
          <FieldView
            key={field.name}
            spec={field}
            optional={kind.optional}
            hint={field.hint}
            defaultValue={typed[field.name]}
            error={errorOf(field.name)}
          />
        ))}
        <Honeypot name="budget_note" defaultValue={typed.budget_note ?? ''} />
        <p>
          {formWords.notice} <a href="/privacy">{documents.privacy}</a>
        </p>
      </PlainForm>
    </>
  )
}

/** The empty form, for visitors without JavaScript. */
export const emptyFormPage = (name: FormName, kind: FormKind, typed: TypedValues): Page => ({
  title: kind.title,
  beside: <p>{kind.text}</p>,
  body: <VisitorForm name={name} kind={kind} typed={typed} />,
})

interface StoredForm {
  reference: string
  when: { time: string; zone: string } | null
  page: string | null
}

/** Available times near the requested time. The form sends back `seen`, the state of the call. */
export interface NearbyTimes {
  seen: { call: string; status: string; starts: number }
  offers: AvailableTimesByDay
}

/** Confirms that a form was stored, and shows its reference and the time as the server understood it. */
export const receivedPage = (
  { received }: FormKind,
  { reference, when, page }: StoredForm,
  free: NearbyTimes | null,
): Page => ({
  title: received.title,
  beside: <p>{received.text}</p>,
  body: (
    <>
      <dl>
        <Reference value={reference} />
        {when && (
          <>
            <dt>{receipt.time}</dt>
            <dd>{receipt.when(when.time, when.zone)}</dd>
          </>
        )}
      </dl>
      {page && (
        <p>
          <a href={page}>{receipt.page.link}</a>
        </p>
      )}
      {when && !page && <p>{receipt.page.byLetter}</p>}
      {free && free.offers.first.length > 0 && (
        <>
          <h2>{callPage.move.askedTitle}</h2>
          <p>{callPage.move.asked.asks}</p>
          <AvailableTimesForm {...free} />
        </>
      )}
      {received.next && (
        <>
          <h2>{received.nextTitle}</h2>
          <ol>
            {received.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
    </>
  ),
})

const Reference = ({ value }: { value: string }) => (
  <>
    <dt>{forms.reference}</dt>
    <dd>
      <code>{value}</code>
    </dd>
  </>
)

/** Says why the form was refused, names the refused fields, and keeps everything that the visitor typed. */
export function refusedPage(
  { name, kind, typed, refused = [] }: FormProps,
  { reference, note }: { reference?: string; note?: string } = {},
): Page {
  const labels = new Map(kind.fields.map((field) => [field.name, field.label]))
  const items = refused.map((fault) => {
    const { column } = fault
    const label = labels.get(column)
    const reason = refusalSentence(kind.refusals, fault, typed[column]) || column.slice(0, 100)
    return { id: label ? column : null, label: label ?? '', reason }
  })
  return {
    title: kind.failure,
    beside: (
      <>
        {note && <p>{note}</p>}
        {items.length > 0 && <FormProblem failure={forms.refusedFields} refused={items} />}
        {reference && <ReferenceLine value={reference} />}
      </>
    ),
    body: <VisitorForm name={name} kind={kind} typed={typed} refused={refused} />,
  }
}

const ReferenceLine = ({ value }: { value: string }) => (
  <p>
    {forms.reference}: <code>{value}</code>
  </p>
)

/** A page with a heading and instructions, for errors without a form. */
export const answerPage = ({ title, text }: AnswerPage, reference: string | null = null): Page => ({
  title,
  body: (
    <>
      <p>{text}</p>
      {reference && <ReferenceLine value={reference} />}
    </>
  ),
})
